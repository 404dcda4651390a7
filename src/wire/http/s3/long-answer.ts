/**
 * Answers that take long, such as joining parts. As from S3, the answer then begins before its outcome is
 * known, and blanks show the client that it is being worked on; a failure is told in the document.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { longAnswerBlankMs, longAnswerMsMax } from '../../limits.js'
import { errorXml, xmlBytes, type S3Answer } from './s3-answer.js'
import type { ObjectTarget } from './s3-handler.js'
import { toS3Error } from './to-s3-error.js'

export interface LongAnswerTimes {
  readonly waitMs: number
  readonly blankMs: number
}

const usual: LongAnswerTimes = { waitMs: longAnswerMsMax, blankMs: longAnswerBlankMs }

export async function patiently(
  { requestId, bucket, key }: Pick<ObjectTarget, 'requestId' | 'bucket' | 'key'>,
  work: () => Promise<S3Answer>,
  times: LongAnswerTimes = usual,
): Promise<S3Answer> {
  const working = work()
  const soon = await orUndefined(working, times.waitMs)
  if (soon !== undefined) return soon
  const failure = (error: unknown): string =>
    errorXml(toS3Error(error), requestId, `/${bucket}/${key}`)
  const xml = working.then(({ xml: done = '' }) => done, failure)
  const headers = ['Content-Type', 'application/xml']
  return { status: 200, headers, stream: blanksUntil(xml, times.blankMs) }
}

async function* blanksUntil(xml: Promise<string>, blankMs: number): AsyncGenerator<Uint8Array> {
  yield xmlBytes('')
  for (;;) {
    const done = await orUndefined(xml, blankMs)
    yield Buffer.from(done ?? ' ')
    if (done !== undefined) return
  }
}

/** Undefined if it takes longer. */
async function orUndefined<T>(work: Promise<T>, waitMs: number): Promise<T | undefined> {
  const ended = new AbortController()
  const waited = pause(waitMs, undefined, { signal: ended.signal }).catch(() => undefined)
  return Promise.race([work, waited]).finally(() => ended.abort())
}
