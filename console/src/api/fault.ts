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
