/** Outputs of the query protocol as XML, by their shapes. */
import type { ServiceOperation } from '../../../api/service.js'
import type { ListShape, MapShape, Shapes } from '../../../api/shape.js'
import { fractionText } from './fraction-text.js'

/** AWS: the result is wrapped twice, and followed by the id of the request. */
export function writeXml(
  { service, name, outputShape }: ServiceOperation,
  output: unknown,
  requestId: string,
): string {
  const members =
    outputShape === undefined ? '' : contentOf(service.shapes, outputShape, output ?? {})
  const result = outputShape === undefined ? '' : elementOf(`${name}Result`, members)
  const metadata = elementOf('ResponseMetadata', textElement('RequestId', requestId))
  return elementOf(`${name}Response`, result + metadata, service.xmlNamespace)
}

export function elementOf(name: string, content: string, namespace?: string): string {
  const attribute = namespace === undefined ? '' : ` xmlns="${escaped(namespace)}"`
  return `<${name}${attribute}>${content}</${name}>`
}

export function textElement(name: string, text: string): string {
  return elementOf(name, escaped(text))
}

function contentOf(shapes: Shapes, shapeName: string, value: unknown): string {
  const shape = shapes[shapeName]!
  switch (shape.kind) {
    case 'structure':
      return Object.entries(shape.members)
        .map(([name, member]) => memberOf(shapes, name, member, (value as Members)[name]))
        .join('')
    case 'list':
      return elementsOf(shapes, shape, shape.elementName ?? 'member', value as readonly unknown[])
    case 'map':
      return entriesOf(shapes, shape, 'entry', value as Members)
    case 'timestamp':
      return isoTime(value as number)
    case 'double':
      return fractionText(value as number)
    default:
      return escaped(String(value))
  }
}

type Members = Readonly<Record<string, unknown>>

function memberOf(shapes: Shapes, name: string, shapeName: string, value: unknown): string {
  if (value === undefined || value === null) return ''
  const shape = shapes[shapeName]!
  if (shape.kind === 'list' && shape.flattened === true) {
    return elementsOf(shapes, shape, shape.elementName ?? name, value as readonly unknown[])
  }
  if (shape.kind === 'map' && shape.flattened === true) {
    return entriesOf(shapes, shape, name, value as Members)
  }
  return elementOf(name, contentOf(shapes, shapeName, value))
}

function elementsOf(
  shapes: Shapes,
  { element }: ListShape,
  name: string,
  list: readonly unknown[],
): string {
  return list.map((each) => elementOf(name, contentOf(shapes, element, each))).join('')
}

function entriesOf(shapes: Shapes, { value }: MapShape, name: string, map: Members): string {
  return Object.entries(map)
    .map(([key, each]) => {
      const content = textElement('key', key) + elementOf('value', contentOf(shapes, value, each))
      return elementOf(name, content)
    })
    .join('')
}

/** AWS: a whole number of seconds is written without a fraction. */
function isoTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#xD;',
}

function escaped(text: string): string {
  return text.replace(/[&<>"\r]/g, (character) => entities[character]!)
}
