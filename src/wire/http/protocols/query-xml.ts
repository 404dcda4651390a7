/**
 * The query protocol: `Action`, `Version` and the members of the input as form parameters, in the
 * body or in the query of the URL; answers in XML.
 */
import { ServiceError, unknownOperation } from '../../../model/errors.js'
import type { Operation } from '../../../operations/operation.js'
import { memoryPerFormByte } from '../../limits.js'
import { credentialService } from '../../sigv4/credential-service.js'
import type { Answer } from '../answer.js'
import { headerOf, pathOf, queryOf, type WireRequest } from '../message.js'
import { encodeTexts } from './encode-texts.js'
import { bareType } from './json-media-type.js'
import type { FailedCall, Protocol } from './protocol.js'
import { queryErrorOf } from './query-error.js'
import { readQueryInput } from './query-input.js'
import { elementOf, textElement, xmlTexts } from './xml.js'

export function queryXml(operations: readonly Operation[]): Protocol {
  const spoken = operations.filter(({ definition }) =>
    definition.service.protocols.includes('query'),
  )
  const byAction = new Map(spoken.map((operation) => [actionOf(operation), operation]))
  const services = new Map(
    spoken.map(({ definition: { service } }) => [service.signingName, service]),
  )
  return {
    claims: isQuery,
    readCall(request, body) {
      const content = parametersOf(request, body)
      const operation = byAction.get(`${content.get('Action')} ${content.get('Version')}`)
      if (operation === undefined) throw unknownAction(content)
      return { operation, content }
    },
    memoryOf: (body) => body.length * memoryPerFormByte,
    readInput: ({ operation: { definition }, content }) =>
      readQueryInput(definition, content as URLSearchParams),
    answer: async (_request, { definition }, { output, requestId }) =>
      xmlAnswer(200, await encodeTexts(xmlTexts(definition, output, requestId))),
    error: (_request, failure) => errorAnswer(failure),
    findService: (request) =>
      services.get(credentialService(headerOf(request, 'authorization')) ?? ''),
  }
}

const form = 'application/x-www-form-urlencoded'
const action = 'Action='

/** A request that names an action is in this protocol; other forms are not calls. */
function isQuery(request: WireRequest): boolean {
  if (pathOf(request) !== '/') return false
  if (queryOf(request).includes(action))
    return request.method === 'GET' || request.method === 'POST'
  if (request.method !== 'POST' || request.body === 'over-limit') return false
  if (bareType(headerOf(request, 'content-type')) !== form) return false
  if (request.body === 'no-room' || request.headers['content-encoding'] !== undefined) return true
  return request.body.includes(action)
}

/** Parameters of the URL come first. */
function parametersOf(request: WireRequest, body: Buffer): URLSearchParams {
  const query = queryOf(request)
  const text = body.toString()
  return new URLSearchParams(query === '' || text === '' ? query + text : `${query}&${text}`)
}

function actionOf({ definition: { service, name } }: Operation): string {
  return `${name} ${service.version}`
}

function unknownAction(parameters: URLSearchParams): ServiceError {
  const name = parameters.get('Action')
  const version = parameters.get('Version')
  if (name === null) return new ServiceError('MissingAction', '')
  const { type } = unknownOperation()
  return new ServiceError(
    type,
    `Could not find operation ${name} for version ${version ?? 'NO_VERSION_SPECIFIED'}`,
  )
}

function xmlAnswer(status: number, body: Buffer): Answer {
  return { status, mediaType: 'text/xml', body }
}

function errorAnswer({ error, service, requestId }: FailedCall): Answer {
  const { code, status, type } = queryErrorOf(error, service)
  const members = [
    textElement('Type', type),
    textElement('Code', code),
    textElement('Message', error.message),
  ]
  const content = [elementOf('Error', members.join('')), textElement('RequestId', requestId)]
  const xml = elementOf('ErrorResponse', content.join(''), service?.xmlNamespace)
  return xmlAnswer(status, Buffer.from(xml))
}
