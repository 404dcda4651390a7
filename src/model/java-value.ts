/** A value as the service's own code prints it in some sentences. */
import { binaryLength, payloadOf, typeOf, type AttributeValue } from './attribute-value.js'
import type { Item } from './item.js'

export function javaValueText(value: AttributeValue): string {
  if (!('B' in value)) return `AttributeValue: {${typeOf(value)}:${String(payloadOf(value))}}`
  const length = binaryLength(value.B)
  // AWS prints the buffer object rather than its bytes.
  return `AttributeValue: {B:java.nio.HeapByteBuffer[pos=0 lim=${length} cap=${length}]}`
}

export function javaKeyText(key: Item): string {
  const printed = Object.entries(key).map(([name, value]) => `${name}=${javaValueText(value)}`)
  return `{${printed.join(', ')}}`
}
