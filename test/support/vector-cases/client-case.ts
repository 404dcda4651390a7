/**
 * A request and what every client has to be told, as data: JSON of it is read by programs in other languages
 * (`test/clients/boto3_cases.py`).
 */
import assert from 'node:assert/strict'
import type { Json } from '../client.js'
import { until } from '../until.js'

export interface ClientCase {
  readonly name: string
  readonly operation: string
  /** A text `{word}` stands for what an earlier case has learned under that word. */
  readonly input: Json
  /** What the answer has, perhaps beside other members; null stands for a member that is absent. */
  readonly answer?: Json
  /** The request is repeated until the answer has it. */
  readonly eventually?: true
  /** Words for later cases, and the members of the answer that they stand for: `A.B`. */
  readonly learns?: Readonly<Record<string, string>>
  readonly refusal?: Fault
}

interface Fault {
  readonly type: string
  readonly message: Message
}

/** The whole message, or a part of it. */
export type Message = string | { readonly part: string }

export type RefusedRow = readonly [name: string, input: Json, message: Message, type?: string]

/** A case for each row: the request, merged over `base`, is refused. */
export function refusals(
  operation: string,
  base: Json,
  rows: readonly RefusedRow[],
): readonly ClientCase[] {
  return rows.map(([name, input, message, type = 'ValidationException']) => ({
    name: `${operation} refuses ${name}`,
    operation,
    input: { ...base, ...input },
    refusal: { type, message },
  }))
}

/** The answer or the error that a client has given. */
export type Sent =
  | { readonly answer: Json; readonly error?: undefined }
  | {
      readonly error: { readonly type: string; readonly message: string }
      readonly answer?: undefined
    }

export type Send = (operation: string, input: Json) => Promise<Sent>

/** One client's run through cases, in their order. */
export class CaseRun {
  readonly #send: Send
  readonly #learned: Record<string, unknown> = {}

  constructor(send: Send) {
    this.#send = send
  }

  async check({ operation, input, answer, eventually, learns = {}, refusal }: ClientCase) {
    const request = filledIn(input, this.#learned)
    const ask = () => this.#send(operation, request)
    if (refusal !== undefined) return requireRefusal(await ask(), refusal)
    let sent = await ask()
    if (eventually) {
      await until(
        async () => hasAll((sent = await ask()).answer, answer),
        () => `answered ${JSON.stringify(sent)}`,
      )
    }
    assert.ok(sent.error === undefined, JSON.stringify(sent))
    const told = `answered ${JSON.stringify(sent.answer)} rather than ${JSON.stringify(answer)}`
    assert.ok(answer === undefined || hasAll(sent.answer, answer), told)
    for (const [word, path] of Object.entries(learns)) {
      this.#learned[word] = path.split('.').reduce<unknown>(memberOf, sent.answer)
    }
  }
}

function requireRefusal({ error }: Sent, { type, message }: Fault): void {
  assert.ok(error !== undefined, 'it was not refused')
  if (typeof message === 'string') assert.deepEqual(error, { type, message })
  else {
    assert.equal(error.type, type)
    assert.ok(error.message.includes(message.part), error.message)
  }
}

function memberOf(value: unknown, name: string): unknown {
  return (value as Json)[name]
}

function filledIn(input: Json, learned: Json): Json {
  return JSON.parse(JSON.stringify(input), (_name, value: unknown) => {
    const [, word] = typeof value === 'string' ? (/^\{(\w+)\}$/.exec(value) ?? []) : []
    return word === undefined ? value : learned[word]
  }) as Json
}

/** Lists are compared whole, objects by the expected members. */
function hasAll(found: unknown, expected: unknown): boolean {
  if (expected === null) return found === undefined || found === null
  if (Array.isArray(expected)) {
    const list = Array.isArray(found) ? (found as readonly unknown[]) : []
    return list.length === expected.length && expected.every((each, i) => hasAll(list[i], each))
  }
  if (typeof expected !== 'object') return found === expected
  if (typeof found !== 'object' || found === null) return false
  return Object.entries(expected as Json).every(([name, each]) =>
    hasAll(memberOf(found, name), each),
  )
}
