/**
 * Writes the types of a service's inputs and outputs.
 *
 * Structures and enums get names; lists, maps and scalars are written where they are used. Attribute
 * values are written as the reader of the types has them. A shape that occurs in requests and in
 * answers is typed as in a request.
 */
import { header } from './header.js'
import {
  attributeValueShape,
  inputShapes,
  outputShapes,
  requireShape,
  sortedOperations,
  type ModelShape,
  type ServiceModel,
} from './service-model.js'

/** The names of the types for attribute values and items. */
export interface ValueTypes {
  readonly inRequests: { readonly value: string; readonly map: string }
  readonly inAnswers: { readonly value: string; readonly map: string }
  /** Where each of them is imported from. */
  readonly homes: readonly (readonly [string, string])[]
}

/**
 * In the server, values of requests are raw, as decoded; those of answers are the model's, and a whole
 * item there may be its stored bytes.
 */
export const serverValues: ValueTypes = {
  inRequests: { value: 'RawAttributeValue', map: 'RawAttributeMap' },
  inAnswers: { value: 'AttributeValue', map: 'AnsweredItem' },
  homes: [
    ['AttributeValue', '../../model/attribute-value.js'],
    ['RawAttributeMap', '../../model/read-attribute-value.js'],
    ['RawAttributeValue', '../../model/read-attribute-value.js'],
    ['AnsweredItem', '../answered-item.js'],
  ],
}

/** The console keeps values as they come over the wire, in both directions. */
export const consoleValues: ValueTypes = {
  inRequests: { value: 'AttributeValue', map: 'Item' },
  inAnswers: { value: 'AttributeValue', map: 'Item' },
  homes: [
    ['AttributeValue', '../../values/attribute-value.js'],
    ['Item', '../../values/attribute-value.js'],
  ],
}

interface Writing {
  readonly model: ServiceModel
  readonly inputs: ReadonlySet<string>
  readonly values: ValueTypes
}

export function writeTypes(
  model: ServiceModel,
  operationsName: string,
  values: ValueTypes,
): string {
  const writing = { model, values, inputs: new Set(inputShapes(model)) }
  const names = [...new Set([...writing.inputs, ...outputShapes(model)])].sort()
  const declarations = names.flatMap((name) => declaration(writing, name))
  return [
    ...header,
    ...imports(values, declarations.join('\n')),
    '',
    ...operationsInterface(model, operationsName),
    '',
    ...declarations,
  ].join('\n')
}

function imports({ homes }: ValueTypes, body: string): readonly string[] {
  return homes
    .filter(([name]) => new RegExp(`\\b${name}\\b`).test(body.replaceAll(/readonly \w+\??:/g, '')))
    .map(([name, file]) => `import type { ${name} } from '${file}'`)
}

function operationsInterface(model: ServiceModel, operationsName: string): readonly string[] {
  const lines = sortedOperations(model).map(([name, { input, output }]) => {
    return `  readonly ${name}: { readonly input: ${input?.shape ?? 'object'}; readonly output: ${output?.shape ?? 'object'} }`
  })
  return [
    '/** The input and output of each operation. */',
    `export interface ${operationsName} {`,
    ...lines,
    '}',
  ]
}

function declaration(writing: Writing, name: string): readonly string[] {
  if (name === attributeValueShape) return []
  const shape = requireShape(writing.model, name)
  if (shape.enum !== undefined) return [`export type ${name} = ${enumType(shape.enum)}`, '']
  if (shape.type === 'structure') return structure(writing, name, shape)
  return []
}

function enumType(values: readonly string[]): string {
  return values.map((value) => `'${value}'`).join(' | ')
}

function structure(writing: Writing, name: string, shape: ModelShape): readonly string[] {
  const members = Object.entries(shape.members ?? {}).map(([member, reference]) => {
    const mark = shape.required?.includes(member) ? '' : '?'
    const type = typeOf(writing, reference.shape, writing.inputs.has(name))
    return `  readonly ${member}${mark}: ${type}`
  })
  if (members.length === 0) return [`export type ${name} = object`, '']
  return [`export interface ${name} {`, ...members, '}', '']
}

function typeOf(writing: Writing, name: string, raw: boolean): string {
  if (name === attributeValueShape) return valueTypes(writing, raw).value
  const shape = requireShape(writing.model, name)
  if (shape.enum !== undefined) return name
  switch (shape.type) {
    case 'structure':
      return name
    case 'list':
      return `readonly ${elementType(typeOf(writing, shape.member!.shape, raw))}[]`
    case 'map':
      return mapType(writing, shape.value!.shape, raw)
    default:
      return scalarType(shape.type)
  }
}

function elementType(type: string): string {
  return type.includes(' ') ? `(${type})` : type
}

function mapType(writing: Writing, value: string, raw: boolean): string {
  if (value === attributeValueShape) return valueTypes(writing, raw).map
  return `{ readonly [name: string]: ${typeOf(writing, value, raw)} }`
}

function valueTypes({ values }: Writing, raw: boolean): ValueTypes['inRequests'] {
  return raw ? values.inRequests : values.inAnswers
}

/** On the wire, blobs are base64 text and timestamps are seconds since 1970. */
function scalarType(type: string): string {
  if (type === 'string' || type === 'blob') return 'string'
  return type === 'boolean' ? 'boolean' : 'number'
}
