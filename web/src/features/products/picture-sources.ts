/** Whether the picture was uploaded to this server; its URL is then not editable. */
export const isUploadedPicture = (url: string): boolean => url.startsWith('/pictures/');

/** The sources of a product's picture: an uploaded one has two sizes. */
export const pictureSources = (url: string): { src: string; srcSet?: string } =>
  isUploadedPicture(url)
    ? { src: url, srcSet: `${url} 640w, ${url.replace(/\.webp$/, '-2x.webp')} 1280w` }
    : { src: url };
