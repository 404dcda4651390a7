/**
 * The values of a request that conditions and variables can name. A key has one value or a list of
 * them; which of the two is a property of the key, not of the request.
 */
export type KeyValue = string | readonly string[]

export interface RequestKeys {
  /** By the key's name in lower case. Undefined if the request has no such key. */
  get(key: string): KeyValue | undefined
}

export const noKeys: RequestKeys = { get: () => undefined }
