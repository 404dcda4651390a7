/** What an attribute may be called: anything that is not empty and not too long. */
import { validation } from './errors.js'
import { attributeNameBytesMax } from './limits.js'

/** The most UTF-8 bytes that one UTF-16 code unit can take. */
const bytesPerUnitMax = 3

export function checkAttributeName(name: string): void {
  if (name === '') throw validation('Empty attribute name', 'attribute-name')
  // Counting bytes costs something, and nearly all names are far too short to need it.
  if (name.length * bytesPerUnitMax <= attributeNameBytesMax) return
  if (Buffer.byteLength(name) > attributeNameBytesMax) {
    throw validation(`Attribute name is too large, must be at most ${attributeNameBytesMax} bytes`)
  }
}
