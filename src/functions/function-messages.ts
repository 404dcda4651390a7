/** The messages between the server and the process of a handler. */
export interface FunctionIdentity {
  readonly name: string
  readonly arn: string
  readonly region: string
  readonly path: string
  readonly exportName: string
  readonly memoryMb: number
}

export type ToFunction =
  | { readonly kind: 'load'; readonly identity: FunctionIdentity }
  | {
      readonly kind: 'invoke'
      readonly requestId: string
      readonly timeoutMs: number
      readonly event: unknown
    }

export type FromFunction =
  | { readonly kind: 'loaded' }
  | { readonly kind: 'unloadable'; readonly reason: string }
  | { readonly kind: 'answered'; readonly requestId: string; readonly answer: unknown }
  | { readonly kind: 'failed'; readonly requestId: string; readonly reason: string }

/** A call with an event that is already JSON, and is not parsed on our side. */
export function invokeMessage(requestId: string, timeoutMs: number, event: string): string {
  return `{"kind":"invoke","requestId":"${requestId}","timeoutMs":${timeoutMs},"event":${event}}`
}
