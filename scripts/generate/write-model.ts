/** Writes what `src/api/` needs from a service model at run time, as data. */
import type { ErrorModel, OperationModel, ProtocolName } from '../../src/api/service-model.js'
import type { Shape } from '../../src/api/shape.js'
import { header } from './header.js'
import { modelName } from './names.js'
import {
  attributeValueShape,
  inputShapes,
  outputShapes,
  requireShape,
  sortedOperations,
  type ModelOperation,
  type ModelShape,
  type ServiceMetadata,
  type ServiceModel,
  type ShapeReference,
} from './service-model.js'

export function writeModel(model: ServiceModel, id: string): string {
  const { metadata } = model
  const names = [...new Set([...inputShapes(model), ...outputShapes(model)])].sort()
  return [
    ...header,
    "import type { ServiceModel } from '../service-model.js'",
    '',
    `export const ${modelName(id)}: ServiceModel = {`,
    `  name: ${JSON.stringify(metadata.serviceId)},`,
    `  version: ${JSON.stringify(metadata.apiVersion)},`,
    `  signingName: ${JSON.stringify(metadata.signingName ?? metadata.endpointPrefix)},`,
    `  protocols: ${JSON.stringify(protocolsOf(metadata))},`,
    ...optional('targetPrefix', metadata.targetPrefix),
    ...optional('xmlNamespace', metadata.xmlNamespace),
    ...optional('queryCompatible', metadata.awsQueryCompatible && true),
    '  operations: {',
    ...sortedOperations(model).map(([name, operation]) => line(name, operationOf(operation))),
    '  },',
    '  errors: {',
    ...errorsOf(model).map(([name, error]) => line(name, error)),
    '  },',
    '  shapesJson: `{',
    names.map((name) => jsonMember(name, runtimeShape(model, name))).join(',\n'),
    '}`,',
    '}',
    '',
  ].join('\n')
}

function optional(name: string, value: string | boolean | undefined): readonly string[] {
  return value === undefined ? [] : [`  ${name}: ${JSON.stringify(value)},`]
}

function line(name: string, value: unknown): string {
  return `    ${name}: ${JSON.stringify(value)},`
}

/** A member of an object in JSON, inside a template literal. */
function jsonMember(name: string, value: unknown): string {
  return `${JSON.stringify(name)}:${JSON.stringify(value)}`.replaceAll(/[\\`$]/g, '\\$&')
}

function protocolsOf({ protocols, jsonVersion }: ServiceMetadata): readonly ProtocolName[] {
  return protocols.map((protocol) => {
    switch (protocol) {
      case 'json':
        return jsonVersion === '1.1' ? 'aws-json-1.1' : 'aws-json-1.0'
      case 'query':
        return 'query'
      case 'smithy-rpc-v2-cbor':
        return 'rpc-v2-cbor'
      case 'smithy-rpc-v2-json':
        return 'rpc-v2-json'
      default:
        throw new Error(`the generator does not support the protocol ${protocol}`)
    }
  })
}

function operationOf({ input, output, authtype }: ModelOperation): OperationModel {
  const unsigned = authtype === 'none' || undefined
  return { input: input?.shape, output: output?.shape, unsigned }
}

/** Only errors that differ from the defaults. */
function errorsOf({ shapes }: ServiceModel): readonly (readonly [string, ErrorModel])[] {
  return Object.keys(shapes)
    .filter((name) => shapes[name]!.exception)
    .sort()
    .map((name) => [name, errorOf(shapes[name]!)] as const)
    .filter(([, error]) => Object.values(error).some((value) => value !== undefined))
}

function errorOf({ error, members }: ModelShape): ErrorModel {
  return {
    messageMember: members?.['Message'] && 'Message',
    code: error?.code,
    status: error?.httpStatusCode,
  }
}

function runtimeShape(model: ServiceModel, name: string): Shape {
  if (name === attributeValueShape) return { kind: 'attribute-value' }
  const shape = requireShape(model, name)
  switch (shape.type) {
    case 'structure':
      return structureShape(shape)
    case 'list':
      return { kind: 'list', ...bounds(shape), ...listShape(shape.member!, shape) }
    case 'map':
      return { kind: 'map', ...bounds(shape), ...mapShape(shape.key!, shape.value!, shape) }
    case 'string':
      return { kind: 'string', ...bounds(shape), pattern: shape.pattern, values: shape.enum }
    case 'integer':
    case 'long':
    case 'double':
      return { kind: shape.type, ...bounds(shape) }
    case 'boolean':
    case 'blob':
    case 'timestamp':
      return { kind: shape.type }
    default:
      throw new Error(`${name} has the type ${shape.type}, which the generator does not support`)
  }
}

function bounds({ min, max }: ModelShape): { readonly min?: number; readonly max?: number } {
  return { min, max }
}

function listShape(member: ShapeReference, { flattened }: ModelShape) {
  return { element: member.shape, elementName: member.locationName, flattened }
}

function mapShape(key: ShapeReference, value: ShapeReference, { flattened }: ModelShape) {
  return { key: key.shape, value: value.shape, flattened }
}

function structureShape({ members = {}, required }: ModelShape): Shape {
  const names = Object.entries(members).map(([name, reference]) => [name, reference.shape] as const)
  return { kind: 'structure', members: Object.fromEntries(names), required }
}
