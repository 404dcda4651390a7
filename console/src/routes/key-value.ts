/** Values of keys in an address: `S:USER#42`, `N:7`, `B:` and base64. */
import type { AttributeValue } from '../values/attribute-value.js'

export function writeKeyValue(value: AttributeValue): string {
  const [[type, text]] = Object.entries(value) as [[string, string]]
  return `${type}:${text}`
}

/** Undefined if it is no such value. */
export function readKeyValue(text: string): AttributeValue | undefined {
  const [, type, value] = /^([SNB]):(.*)$/s.exec(text) ?? []
  if (value === undefined) return undefined
  if (type === 'S') return { S: value }
  return type === 'N' ? { N: value } : { B: value }
}
