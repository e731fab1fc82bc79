/** The picture of the page that a program shows beside a link to it: `npm run lab picture` makes it. */

export const PICTURE = { file: "picture.png", width: 1200, height: 630 };

/**
 * Names the picture in index.html. Most programs want its whole address, which only `PAGE_URL` can say when the page is
 * built; without that it is relative to the page.
 * @param {string | undefined} pageUrl @returns {import("vite").Plugin}
 */
export function pictureTags(pageUrl) {
  const address = pageUrl === undefined ? `./${PICTURE.file}` : new URL(PICTURE.file, pageUrl).href;
  const facts = { image: address, "image:width": PICTURE.width, "image:height": PICTURE.height, url: pageUrl };
  const tags = Object.entries(facts).flatMap(([name, content]) =>
    content === undefined ? [] : [{ tag: "meta", attrs: { property: `og:${name}`, content: String(content) } }],
  );
  return { name: "picture-tags", apply: "build", transformIndexHtml: { order: "post", handler: () => tags } };
}
