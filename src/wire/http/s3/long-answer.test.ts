import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AnswerStream } from '../message.js'
import { patiently } from './long-answer.js'
import { S3Error } from './s3-error.js'

const target = { requestId: 'ID', bucket: 'b', key: 'k' }

async function textOf(stream: AnswerStream | undefined): Promise<string> {
  let text = ''
  for await (const chunk of stream!) text += Buffer.from(chunk).toString()
  return text
}

describe('an answer that takes long', () => {
  it('is as any other if it does not', async () => {
    const answer = { status: 200, xml: '<a/>' }
    assert.equal(await patiently(target, async () => answer), answer)
    const refuse = async (): Promise<never> => {
      throw new S3Error('Code', 400, 'No.')
    }
    await assert.rejects(patiently(target, refuse), { code: 'Code' })
  })

  const outcomes = [
    ['is preceded by blanks', () => ({ status: 200, xml: '<a/>' }), /^<\?xml .*\?>\n +<a\/>$/],
    [
      'tells a failure in the document',
      () => {
        throw new S3Error('Code', 400, 'No.')
      },
      /^<\?xml .*\?>\n +<Error><Code>Code<\/Code>.*\/b\/k/,
    ],
  ] as const
  for (const [what, outcome, expected] of outcomes) {
    it(what, async () => {
      let finish: () => void = () => undefined
      const finished = new Promise<void>((resolve) => (finish = resolve))
      const work = async () => finished.then(outcome)
      const answer = await patiently(target, work, { waitMs: 1, blankMs: 1 })
      assert.equal(answer.status, 200)
      const iterator = answer.stream![Symbol.asyncIterator]()
      let text = Buffer.from((await iterator.next()).value as Uint8Array).toString()
      text += Buffer.from((await iterator.next()).value as Uint8Array).toString()
      assert.ok(text.endsWith('\n '))
      finish()
      text += await textOf({ [Symbol.asyncIterator]: () => iterator })
      assert.match(text, expected)
    })
  }
})
