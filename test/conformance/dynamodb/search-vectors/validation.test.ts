/**
 * Searches whose JSON is refused, in the service's sentences: requests that no SDK would send. All others are among
 * the cases of `vector-indexes/cases.test.ts`.
 */
import { describe } from 'node:test'
import { strictInputBytesMax } from '../../../../src/wire/limits.js'
import { connect } from '../../../support/client.js'
import { checkRefusals } from '../../../support/expect.js'
import { near, withVectors } from '../../../support/vectors.js'

const client = await connect()
const plain = await client.createTable(withVectors([near()]))
const body = (more: string) => `{"TableName":"${plain}",${more}}`
const serialization = 'SerializationException'

describe('SearchVectors refuses by type', () => {
  const long = `{"TableName":"${plain}","SearchVector":[{"N":"1"}],"TopK":1}`
  const short = `{"IndexName":"a","TopK":1}`
  checkRefusals(client, 'SearchVectors', {}, [
    [
      'a null table',
      '{"TableName":null}',
      'invalid type: null, expected a string at line 1 column 17',
      serialization,
    ],
    [
      'a null vector',
      '{"SearchVector":null,"TopK":1}',
      'invalid type: null, expected a sequence at line 1 column 20',
      serialization,
    ],
    [
      'a null number of results on the second line',
      '{\n "TopK":null}',
      'invalid type: null, expected i32 at line 2 column 12',
      serialization,
    ],
    [
      'a fraction of results',
      '{"TopK": 3.5 }',
      'invalid type: floating point `3.5`, expected i32 at line 1 column 12',
      serialization,
    ],
    [
      'a text as number of results',
      body('"TopK":"3"'),
      /^invalid type: string "3", expected i32 at line 1 column \d+$/,
      serialization,
    ],
    [
      'an object as vector, after texts with quotes and braces in them',
      '{"TableName":"a\\"}]","Other":{"b":["}\\\\"]},"SearchVector":{"L":[]}}',
      'invalid type: map, expected a sequence at line 1 column 58',
      serialization,
    ],
    [
      'a list as table',
      '{"TableName":[1]}',
      'invalid type: sequence, expected a string at line 1 column 13',
      serialization,
    ],
    [
      'a long text as number of results, which is not repeated in full',
      `{"TopK":"${'9'.repeat(100_000)}"}`,
      /^invalid type: string "9+…", expected i32 at line 1 column 100010$/,
      serialization,
    ],
    [
      'a number of results beyond 32 bits',
      '{"TopK":2147483648}',
      'invalid value: integer `2147483648`, expected i32 at line 1 column 18',
      serialization,
    ],
    [
      'a null table in the longest text that is read strictly',
      `{"TableName":null}${' '.repeat(strictInputBytesMax - 18)}`,
      'invalid type: null, expected a string at line 1 column 17',
      serialization,
    ],
    [
      'a longer text, in the usual words',
      `{"TableName":null}${' '.repeat(strictInputBytesMax - 17)}`,
      /validation errors? detected/,
    ],
    ['a missing index', long, `missing field \`IndexName\` at line 1 column ${long.length}`],
    [
      'a missing table before a short index',
      short,
      `missing field \`TableName\` at line 1 column ${short.length}`,
    ],
  ])
})
