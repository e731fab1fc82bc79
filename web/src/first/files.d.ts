/** In the page that is one file: the addresses of its other files, by name. */
declare var fileAddresses: Record<string, string> | undefined;
