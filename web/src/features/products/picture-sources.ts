/** Whether the picture is stored by this shop; its address is then nothing to type. */
export const isUploadedPicture = (url: string): boolean => url.startsWith('/pictures/');

/** The sources of a product's picture: an uploaded one comes in two sizes. */
export const pictureSources = (url: string): { src: string; srcSet?: string } =>
  isUploadedPicture(url)
    ? { src: url, srcSet: `${url} 640w, ${url.replace(/\.webp$/, '-2x.webp')} 1280w` }
    : { src: url };
