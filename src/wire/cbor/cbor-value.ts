/** What CBOR (RFC 8949) can hold, as JavaScript values. */
export type CborValue =
  | number
  | bigint
  | string
  | boolean
  | null
  | undefined
  | Uint8Array
  | readonly CborValue[]
  | CborMap
  | CborTag

/** Keys may be of any type, and come from strangers: not an object. */
export type CborMap = ReadonlyMap<CborValue, CborValue>

/** A value whose tag gives it another meaning. */
export class CborTag {
  constructor(
    readonly tag: number,
    readonly value: CborValue,
  ) {}
}

/** Seconds since 1970, whole or with a fraction. */
export const epochTag = 1
/** A whole number of any size, as bytes. */
export const bignumTag = 2
/** The same, for n below zero: -1 - n. */
export const negativeBignumTag = 3
