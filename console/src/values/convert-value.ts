/** A value in another type, as close to the old one as the type allows. */
import { typeOfValue, type AttributeValue, type ValueType } from './attribute-value.js'
import { base64OfBytes, bytesOfBase64, isBase64 } from './base64.js'
import { numberFault } from './decimal.js'
import { toPlainText } from './plain-json.js'

const empty: Readonly<Record<ValueType, AttributeValue>> = {
  S: { S: '' },
  N: { N: '0' },
  B: { B: '' },
  SS: { SS: [] },
  NS: { NS: [] },
  BS: { BS: [] },
  M: { M: {} },
  L: { L: [] },
  NULL: { NULL: true },
  BOOL: { BOOL: false },
}

export function emptyValue(type: ValueType): AttributeValue {
  return empty[type]
}

export function convertValue(value: AttributeValue, type: ValueType): AttributeValue {
  if (typeOfValue(value) === type) return value
  switch (type) {
    case 'S':
      return { S: textOf(value) }
    case 'N':
      return 'S' in value && numberFault(value.S.trim()) === undefined
        ? { N: value.S.trim() }
        : empty.N
    case 'BOOL':
      return { BOOL: 'S' in value && value.S === 'true' }
    case 'B':
      return 'S' in value ? { B: base64OfBytes(new TextEncoder().encode(value.S)) } : empty.B
    case 'SS':
    case 'NS':
    case 'BS':
      return setOf(elementsOf(value), type)
    case 'L':
      return { L: elementsOf(value) }
    case 'M':
    case 'NULL':
      return empty[type]
  }
}

function textOf(value: AttributeValue): string {
  if ('N' in value) return value.N
  if ('BOOL' in value) return String(value.BOOL)
  if ('B' in value) return utf8Of(value.B) ?? value.B
  if ('NULL' in value) return ''
  return toPlainText(value, 0)
}

function utf8Of(base64: string): string | undefined {
  if (!isBase64(base64)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytesOfBase64(base64))
  } catch {
    return undefined
  }
}

function elementsOf(value: AttributeValue): readonly AttributeValue[] {
  if ('L' in value) return value.L
  if ('SS' in value) return value.SS.map((S) => ({ S }))
  if ('NS' in value) return value.NS.map((N) => ({ N }))
  if ('BS' in value) return value.BS.map((B) => ({ B }))
  return 'NULL' in value || 'M' in value ? [] : [value]
}

/** Members that are of the type, each once. */
function setOf(elements: readonly AttributeValue[], type: 'SS' | 'NS' | 'BS'): AttributeValue {
  const member = type.slice(0, 1) as 'S' | 'N' | 'B'
  const texts = elements
    .map((element) => convertElement(element, member))
    .filter((text): text is string => text !== undefined && text !== '')
  return { [type]: [...new Set(texts)] } as unknown as AttributeValue
}

function convertElement(element: AttributeValue, type: 'S' | 'N' | 'B'): string | undefined {
  if (type === 'S') return 'S' in element ? element.S : 'N' in element ? element.N : undefined
  if (type === 'B') return 'B' in element ? element.B : undefined
  if ('N' in element) return element.N
  return 'S' in element && numberFault(element.S) === undefined ? element.S : undefined
}
