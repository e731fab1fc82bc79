// In the page that is one file: gives addresses to the other files, which the element before this script holds.
globalThis.filesReady = (async () => {
  const unpacked = await Promise.all(
    Object.entries(JSON.parse(document.getElementById("files").textContent)).map(async ([name, base64]) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const content = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
      return [name, await new Response(content).blob()];
    }),
  );
  const addresses = {};
  const isScript = ([name]) => name.endsWith(".js");
  const read = (blob) =>
    new Promise((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(reader.result);
      reader.readAsDataURL(blob);
    });
  // In a page from a disk a worker can't fetch what the page has made, but what its address holds.
  for (const [name, content] of unpacked.filter((file) => !isScript(file))) {
    const type = name.endsWith(".wasm") ? "application/wasm" : "";
    addresses[name] = await read(new Blob([content], { type }));
  }
  // A worker has globals of its own.
  const head = `globalThis.fileAddresses=${JSON.stringify(addresses)};`;
  for (const [name, content] of unpacked.filter(isScript))
    addresses[name] = URL.createObjectURL(new Blob([head, content], { type: "text/javascript" }));
  globalThis.fileAddresses = addresses;
})();
