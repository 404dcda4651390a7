/**
 * An event of the audit, in the shape of CloudTrail's: who called what, from where, and whether it was
 * allowed. It never contains a value of an item, except keys, nor a secret.
 */
import type { Caller } from '../../model/caller.js'
import { ServiceError } from '../../model/errors.js'
import type { Sender } from '../../model/sender.js'
import type { KeyNamesOf } from '../../partiql/redact-statement.js'
import type { FinishedCall } from '../dispatch/finished-call.js'
import { dataParameters } from './data-parameters.js'
import { isDataEvent, isReadOnly } from './event-kind.js'
import { resourcesOf, type EventResource } from './event-resources.js'
import { auditMemberBytesMax, auditTextLengthMax } from './limits.js'
import { shownShape } from './shown-shape.js'
import { eventTime, shownIdentity, type UserIdentity } from './user-identity.js'

export interface AuditEvent {
  readonly eventVersion: string
  readonly userIdentity: UserIdentity
  readonly eventTime: string
  readonly eventSource: string
  readonly eventName: string
  readonly awsRegion: string
  readonly sourceIPAddress: string
  readonly userAgent?: string
  readonly errorCode?: string
  readonly errorMessage?: string
  readonly requestParameters: unknown
  readonly responseElements: unknown
  readonly requestID: string
  readonly eventID: string
  readonly readOnly: boolean
  readonly resources?: readonly EventResource[]
  readonly eventType: 'AwsApiCall'
  readonly apiVersion?: string
  readonly managementEvent: boolean
  readonly eventCategory: 'Management' | 'Data'
  readonly recipientAccountId: string
  readonly sharedEventID?: string
  readonly tlsDetails?: unknown
}

/** Which attributes are keys of a table of the caller's. */
export type TableKeysOf = (caller: Caller, nameOrArn: string) => readonly string[] | undefined

/** Where a request came from. */
export function originOf(sender: Sender | undefined, host: string) {
  const { address = 'in-process', userAgent, tls } = sender ?? {}
  const tlsDetails = tls && {
    tlsVersion: tls.version,
    cipherSuite: tls.cipher,
    clientProvidedHostHeader: host,
  }
  return {
    sourceIPAddress: address,
    userAgent: userAgent?.slice(0, auditTextLengthMax),
    tlsDetails,
  }
}

/** One event, and one more for each other account whose table was used. */
export function auditEvents(
  finished: FinishedCall,
  keysOf: TableKeysOf,
  newId: () => string,
): readonly AuditEvent[] {
  const event = auditEvent(finished, (table) => keysOf(finished.call.caller, table), newId())
  const { account, isShared } = finished.call.caller
  const owners = new Set(event.resources?.map(({ accountId }) => accountId))
  owners.delete(account)
  if (isShared === true || account === '' || owners.size === 0) return [event]
  const sharedEventID = newId()
  const copies = [...owners].map((owner) => {
    return { ...event, eventID: newId(), recipientAccountId: owner, sharedEventID }
  })
  return [{ ...event, sharedEventID }, ...copies]
}

function auditEvent(finished: FinishedCall, keyNamesOf: KeyNamesOf, eventID: string): AuditEvent {
  const { call, startedAtMs } = finished
  const { operation, caller, host, requestId, sender } = call
  const { definition } = operation
  const { service } = definition
  const { tlsDetails, ...origin } = originOf(sender, host)
  const isData = isDataEvent(definition)
  const failure = failureOf(finished, isData)
  // AWS: an event of data that was denied says nothing about the request.
  const isBare = isData && failure?.errorCode === 'AccessDenied'
  const shown = isBare ? nothing : shownRequest(finished, isData, keyNamesOf)
  return {
    eventVersion: '1.11',
    userIdentity: shownIdentity(caller),
    eventTime: eventTime(startedAtMs),
    eventSource: `${service.signingName}.amazonaws.com`,
    eventName: definition.name,
    awsRegion: caller.region === '' ? 'us-east-1' : caller.region,
    ...origin,
    ...failure,
    requestParameters: bounded(shown.parameters),
    responseElements: bounded(isData ? null : shownResponse(finished)),
    requestID: requestId,
    eventID,
    readOnly: isReadOnly(definition),
    resources: isBare ? undefined : resourcesOf(caller, call.input, shown.tables),
    eventType: 'AwsApiCall',
    apiVersion: isBare ? undefined : service.version,
    managementEvent: !isData,
    eventCategory: isData ? 'Data' : 'Management',
    recipientAccountId: caller.account,
    tlsDetails,
  }
}

const nothing = { parameters: null, tables: [] }

function shownRequest(
  { call: { operation, input } }: FinishedCall,
  isData: boolean,
  keyNamesOf: KeyNamesOf,
): { readonly parameters: unknown; readonly tables: readonly string[] } {
  const { service, name, inputShape } = operation.definition
  const members = (input ?? {}) as Readonly<Record<string, unknown>>
  if (isData) return dataParameters(name, members, keyNamesOf)
  const table = members['TableName']
  const tables = typeof table === 'string' ? [table] : []
  return { parameters: shownShape(service, inputShape, input) ?? null, tables }
}

/** AWS: only of calls that change something. */
function shownResponse({ call, outcome }: FinishedCall): unknown {
  const { definition } = call.operation
  const isShown = !isReadOnly(definition) || definition.service.id === 'sts'
  if (outcome.kind === 'failed' || !isShown || definition.name === 'GetCallerIdentity') return null
  return shownShape(definition.service, definition.outputShape, outcome.result.output) ?? null
}

interface Failure {
  readonly errorCode: string
  readonly errorMessage?: string
}

/** Sentences about a request that is not valid repeat what is in it, which may be a value of an item. */
function failureOf({ outcome }: FinishedCall, isData: boolean): Failure | undefined {
  if (outcome.kind === 'answered') return undefined
  const { error } = outcome
  if (!(error instanceof ServiceError)) return { errorCode: 'InternalServerError' }
  const errorCode = shownCode(error.type)
  const repeats = /^(?:Validation|Serialization)/.test(error.type)
  if (isData && repeats) return { errorCode }
  return { errorCode, errorMessage: error.message.slice(0, auditTextLengthMax) }
}

/** AWS: what a client knows as AccessDeniedException. */
function shownCode(type: string): string {
  return type === 'AccessDeniedException' ? 'AccessDenied' : type
}

function bounded(value: unknown): unknown {
  if (value === null || value === undefined) return null
  return JSON.stringify(value).length > auditMemberBytesMax ? { omitted: true } : value
}
