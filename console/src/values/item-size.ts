/**
 * How many bytes an item counts for: what the limit of 400 KB and capacity units measure.
 *
 * Names and texts by their UTF-8 bytes, binary by its bytes, numbers by one byte for each pair of
 * digits and one more (two when negative), BOOL and NULL one, lists and maps three and one more for
 * each element.
 */
import { type AttributeValue, type Item } from './attribute-value.js'
import { base64Length } from './base64.js'
import { normalNumber } from './decimal.js'
import { utf8Length } from './text-order.js'

export function itemSize(item: Item): number {
  let size = 0
  for (const [name, value] of Object.entries(item)) size += utf8Length(name) + sizeOf(value)
  return size
}

export function sizeOf(value: AttributeValue): number {
  if ('S' in value) return utf8Length(value.S)
  if ('N' in value) return numberSize(value.N)
  if ('B' in value) return base64Length(value.B)
  if ('SS' in value) return sum(value.SS, utf8Length)
  if ('NS' in value) return sum(value.NS, numberSize)
  if ('BS' in value) return sum(value.BS, base64Length)
  if ('L' in value) return 3 + sum(value.L, (element) => 1 + sizeOf(element))
  if ('M' in value) return 3 + Object.keys(value.M).length + itemSize(value.M)
  return 1
}

/** Pairs of digits, aligned at the decimal point, between the first and the last that is not zero. */
function numberSize(text: string): number {
  const normal = normalNumber(text)
  if (normal === '0') return 1
  const sign = normal.startsWith('-') ? 1 : 0
  const [whole = '', fraction = ''] = normal.slice(sign).split('.')
  const aligned = evenStart(whole) + evenEnd(fraction)
  const pairs = aligned.match(/../g) ?? []
  const first = pairs.findIndex((pair) => pair !== '00')
  const last = pairs.findLastIndex((pair) => pair !== '00')
  return 1 + sign + (last - first + 1)
}

function evenStart(digits: string): string {
  return digits.length % 2 === 0 ? digits : `0${digits}`
}

function evenEnd(digits: string): string {
  return digits.length % 2 === 0 ? digits : `${digits}0`
}

function sum<T>(elements: readonly T[], measure: (element: T) => number): number {
  return elements.reduce((total, element) => total + measure(element), 0)
}
