/**
 * Values as they come over the wire. Numbers are texts of up to 38 digits, which a number of JavaScript
 * cannot hold, so they are never converted; binary values are base64.
 */
export type AttributeValue =
  | { readonly S: string }
  | { readonly N: string }
  | { readonly B: string }
  | { readonly SS: readonly string[] }
  | { readonly NS: readonly string[] }
  | { readonly BS: readonly string[] }
  | { readonly M: Item }
  | { readonly L: readonly AttributeValue[] }
  | { readonly NULL: boolean }
  | { readonly BOOL: boolean }

export interface Item {
  readonly [attribute: string]: AttributeValue
}

export const valueTypes = ['S', 'N', 'B', 'SS', 'NS', 'BS', 'M', 'L', 'NULL', 'BOOL'] as const
export type ValueType = (typeof valueTypes)[number]

export function typeOfValue(value: AttributeValue): ValueType {
  return Object.keys(value)[0] as ValueType
}
