/** How the values of a space are stored. */
export interface Sealing {
  /** How many bytes the stored form of a value under this key has more than the value. */
  overheadOf(key: Uint8Array, stored: Uint8Array): number
  /** With a weight, that can be told without opening the value. */
  seal(key: Uint8Array, value: Uint8Array, weight?: number): Uint8Array
  /** For an entry that is appended to a log, whose number is not known yet. */
  sealAppended(log: Uint8Array, value: Uint8Array): Uint8Array
  /**
   * Never throws for a value that was changed: it becomes `unopenable`, which no record can be, so that
   * whoever decodes it finds and names what is damaged.
   */
  open(key: Uint8Array, stored: Buffer): Buffer
}

/**
 * No stored form begins with this byte. The zeros after it are the size that items have there: an item
 * that cannot be opened can be replaced.
 */
export const unopenable = Buffer.of(0xff, 0, 0, 0, 0)

/** As they are. */
export const unsealed: Sealing = {
  overheadOf: () => 0,
  seal: (_key, value) => value,
  sealAppended: (_log, value) => value,
  open: (_key, stored) => stored,
}
