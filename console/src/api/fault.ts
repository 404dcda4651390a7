/** What a service answered instead of a result, or why there is no answer. */
export interface FaultFacts {
  /** As the service names it: `ResourceNotFoundException`. */
  readonly type: string
  readonly message: string
  /** Zero if there is no answer. */
  readonly status: number
  readonly requestId?: string | undefined
  /** Members beside the message: the item of a failed condition, the reasons of a cancelled transaction. */
  readonly details?: Readonly<Record<string, unknown>>
}

export class Fault extends Error {
  override readonly name = 'Fault'
  readonly type: string
  readonly status: number
  readonly requestId: string | undefined
  readonly details: Readonly<Record<string, unknown>>

  constructor({ type, message, status, requestId, details = {} }: FaultFacts) {
    super(message)
    this.type = type
    this.status = status
    this.requestId = requestId
    this.details = details
  }

  get kind(): FaultKind {
    return kindOf(this)
  }
}

/**
 * What can be done about a fault: `denied` needs a policy, `signed-out` another key, `skewed` another clock,
 * `throttled`, `busy` and `unreachable` time.
 */
export type FaultKind =
  'denied' | 'signed-out' | 'skewed' | 'throttled' | 'busy' | 'unreachable' | 'other'

const throttled = [
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
  'Throttling',
  'TooManyRequestsException',
]
const signedOut = [
  'ExpiredToken',
  'ExpiredTokenException',
  'IncompleteSignatureException',
  'InvalidClientTokenId',
  'InvalidSignatureException',
  'MissingAuthenticationTokenException',
  'SignatureDoesNotMatch',
  'UnrecognizedClientException',
]

function kindOf({ type, status, message }: Fault): FaultKind {
  if (status === 0) return 'unreachable'
  if (throttled.includes(type)) return 'throttled'
  if (/^Signature (?:expired|not yet current)/.test(message)) return 'skewed'
  if (signedOut.includes(type)) return 'signed-out'
  if (type === 'AccessDeniedException' || type === 'AccessDenied') return 'denied'
  return status >= 500 ? 'busy' : 'other'
}

/** An endpoint that is not Gramme, or an older one, lacks operations. */
export function isOtherServer(error: unknown): boolean {
  return error instanceof Fault && error.type === 'UnknownOperationException'
}

/** What a policy would have to allow. */
export interface MissingRight {
  readonly action: string
  readonly resource: string | undefined
}

/** Undefined if the service does not say. */
export function missingRight(error: unknown): MissingRight | undefined {
  if (!(error instanceof Fault) || error.kind !== 'denied') return undefined
  const [, action, resource] =
    /not authorized to perform: (\S+?)(?: on resource: (\S+))?(?: |$)/.exec(error.message) ?? []
  return action === undefined ? undefined : { action, resource }
}

export function faultOf(answer: Response, text: string): Fault {
  const { __type, message, Message, ...details } = membersOf(text)
  return new Fault({
    type: shortName(__type) ?? `HTTP ${answer.status}`,
    message: asText(message) ?? asText(Message) ?? '',
    status: answer.status,
    requestId: answer.headers.get('x-amzn-requestid') ?? undefined,
    details,
  })
}

function membersOf(text: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>>
  } catch {
    return {}
  }
}

/** Services write `com.amazonaws…#ResourceNotFoundException`. */
function shortName(type: unknown): string | undefined {
  return asText(type)?.replace(/^.*#/, '')
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
