/** Styles that come with a part of the pages: the build makes a file of them. */
declare module '*.css';
