/** The values that CBOR (RFC 8949) can hold, as JavaScript values. */
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
  | CborDouble

/** A Map rather than an object, because keys can have any type and are untrusted. */
export type CborMap = ReadonlyMap<CborValue, CborValue>

/** A value with a tag that changes its meaning. */
export class CborTag {
  constructor(
    readonly tag: number,
    readonly value: CborValue,
  ) {}
}

/** A number that is written as a double even if it is whole. */
export class CborDouble {
  constructor(readonly value: number) {}
}

/** Seconds since 1970, whole or with a fraction. */
export const epochTag = 1
/** A whole number of any size, as bytes. */
export const bignumTag = 2
/** A negative whole number of any size: -1 - n, where n is in the bytes. */
export const negativeBignumTag = 3
/** A list of a power of ten and a whole number, which it scales. */
export const decimalTag = 4
