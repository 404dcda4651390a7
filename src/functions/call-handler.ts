/**
 * Calls a Lambda handler of any of its styles: one that returns a promise, one that takes a callback,
 * and one that uses the context's old methods.
 */
import { randomUUID } from 'node:crypto'
import type { FunctionIdentity, ToFunction } from './function-messages.js'

export type LambdaHandler = (event: unknown, context: object, callback: Callback) => unknown
type Callback = (error: unknown, answer?: unknown) => void
type Invoke = Extract<ToFunction, { kind: 'invoke' }>

export function callHandler(
  handler: LambdaHandler,
  identity: FunctionIdentity,
  { event, requestId, timeoutMs }: Invoke,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const callback: Callback = (error, answer) => {
      if (error === undefined || error === null) resolve(answer)
      else reject(error instanceof Error ? error : new Error(wordsOf(error)))
    }
    const context = contextOf(identity, requestId, Date.now() + timeoutMs, callback)
    const returned = handler(event, context, callback)
    if (isThenable(returned)) Promise.resolve(returned).then(resolve, reject)
    // AWS: a returned value that is not a promise is not the answer.
    else if (handler.length < 3) setImmediate(resolve, null)
  })
}

function contextOf(
  { name, arn, memoryMb }: FunctionIdentity,
  awsRequestId: string,
  deadlineMs: number,
  callback: Callback,
): object {
  return {
    callbackWaitsForEmptyEventLoop: true,
    functionName: name,
    functionVersion: '$LATEST',
    invokedFunctionArn: arn,
    memoryLimitInMB: String(memoryMb),
    awsRequestId,
    logGroupName: `/aws/lambda/${name}`,
    logStreamName,
    getRemainingTimeInMillis: () => Math.max(0, deadlineMs - Date.now()),
    done: callback,
    fail: (error: unknown) => callback(error ?? 'failed'),
    succeed: (answer: unknown) => callback(null, answer),
  }
}

const logStreamName = `[$LATEST]${randomUUID().replaceAll('-', '')}`

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value
}

/** Old handlers call back with strings, some with objects. */
function wordsOf(error: unknown): string {
  return typeof error === 'string' ? error : (JSON.stringify(error) ?? 'unknown')
}
