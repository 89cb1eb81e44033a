/** An image that the service serves itself. */
export interface ImageView {
  /** Found by its first bytes. */
  type: string;
  bytes: Uint8Array;
}
