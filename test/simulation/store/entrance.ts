/** How a request comes into a server: as bytes through a lane, or as a call without any wire. */
import type { Database } from '../../../src/operations/database.js'
import type { Json } from '../../../src/operations/database-suite.js'
import { createDispatcher } from '../../../src/operations/dispatch.js'
import { jsonCall, testCaller } from '../../../src/operations/json-call-suite.js'
import { silentLog } from '../../../src/stdx/log.js'
import { readRequest } from '../../../src/wire/http/express/read-request.js'
import { rawCall } from '../../../src/wire/http/express/lanes-suite.js'
import { createHandler } from '../../../src/wire/http/handle.js'
import type { WireRequest, WireResponse } from '../../../src/wire/http/message.js'
import { callOf, muchMemory } from '../../../src/wire/wire-suite.js'
import { oneOf, type Chance } from '../../support/chance.js'
import { refusalOf, thrown, unknownOutcome, type Answered } from './answered.js'
import type { Request } from './calls.js'

export type Ask = (request: Request) => Promise<Answered>

const ways = ['express', 'node', 'no wire'] as const
const scope = `AKID/20260101/${testCaller.region}/dynamodb/aws4_request`
const headers = {
  authorization: `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=beef`,
}

export function entranceOf(database: Database, chance: Chance): Ask {
  const { clock, random } = database
  const dispatcher = createDispatcher(database)
  const health = async () => ({ ready: true, status: 'ready' }) as const
  const handle = createHandler({
    ...{ dispatcher, random, clock, log: silentLog },
    ...{ flight: muchMemory, health },
  })
  return async ({ operation, input }) => {
    const way = isOfStreams(operation) ? 'no wire' : oneOf(chance, ways)
    const text = JSON.stringify(input)
    if (way !== 'no wire') {
      const request =
        way === 'node' ? callOf(operation, text, headers) : plainRequest(operation, text)
      return answeredBy(await handle(request))
    }
    try {
      const answer = await dispatcher.dispatch(jsonCall(operation, JSON.parse(text)))
      return { kind: 'done', answer: JSON.parse(JSON.stringify(answer ?? {})) as Json }
    } catch (error) {
      return thrown(error)
    }
  }
}

/** Another service, whose requests are not what is compared here. */
function isOfStreams(operation: string): boolean {
  return ['DescribeStream', 'GetShardIterator', 'GetRecords'].includes(operation)
}

function plainRequest(operation: string, text: string): WireRequest {
  const reading = readRequest(rawCall(operation, text, headers))
  if (reading.kind !== 'request') throw new Error(`the express lane finds it ${reading.kind}`)
  return reading.request
}

interface ErrorBody {
  readonly __type: string
}

function answeredBy({ status, body, room }: WireResponse): Answered {
  room?.leave()
  if (status >= 500) return unknownOutcome
  const answer = JSON.parse(body.toString()) as Json
  if (status === 200) return { kind: 'done', answer }
  return refusalOf((answer as unknown as ErrorBody).__type.split('#').at(-1)!, answer)
}
