import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fuzzDecompression, fuzzReaders } from './interchange.fuzz.js'
import { outcome } from './reading-suite.js'
import { itemReader, type FileFormat } from './record-readers.js'

function check(name: string, kind: 'DYNAMODB_JSON' | 'ION', text: string, expected: RegExp): void {
  const format: FileFormat = { kind }
  it(name, () => {
    const reader = itemReader(format)
    const [first] = outcome([...reader.push(Buffer.from(text)), ...reader.end()])
    assert.match(typeof first === 'string' ? first : 'read', expected)
  })
}

const manyLevels = 100_000
const deepJson = '{"Item":{"v":' + '{"L":['.repeat(manyLevels) + ']}'.repeat(manyLevels) + '}}'
const deepIon = '{Item:{v:' + '['.repeat(manyLevels) + ']'.repeat(manyLevels) + '}}'

describe('files of hostile shape', () => {
  const json = (value: string) => `{"Item":{"v":${value}}}`
  const zeros = `1${'0'.repeat(2e5)}1`
  check('JSON of 100,000 levels', 'DYNAMODB_JSON', deepJson, /Nesting Levels/)
  check('JSON that only opens', 'DYNAMODB_JSON', '{'.repeat(manyLevels), /not complete/)
  check('200,000 digits', 'DYNAMODB_JSON', json(`{"N":"${'7'.repeat(2e5)}"}`), /overflow/)
  check('200,000 inner zeros', 'DYNAMODB_JSON', json(`{"N":"${zeros}"}`), /overflow/)
  check('a set of equals', 'DYNAMODB_JSON', json(`{"NS":[${'"1",'.repeat(1e5)}"1"]}`), /duplicates/)
  check('Ion of 100,000 levels', 'ION', deepIon, /Nesting Levels/)
  check('Ion that only opens', 'ION', '{ '.repeat(manyLevels), /not complete/)
  check('200,000 annotations', 'ION', `{Item:{v:${'a::'.repeat(2e5)}1}}`, /read/)
  check('200,000 comments', 'ION', `{Item:{v:${'/**/'.repeat(2e5)}1}}`, /read/)
  check('200,000 long strings', 'ION', `{Item:{v:${"'''abc'''".repeat(2e5)}}}`, /Item size/)
  check('an Ion number of 200,000 digits', 'ION', `{Item:{v:${'7'.repeat(2e5)}}}`, /38 sig/)
  check('200,000 digits of base 16', 'ION', `{Item:{v:0x${'7'.repeat(2e5)}}}`, /38 significant/)
  check('500,000 escapes', 'ION', `{Item:{v:"${'\\x41'.repeat(5e5)}"}}`, /Item size/)
})

describe('any file', () => {
  for (const seed of [1, 2, 3]) {
    it(`is read or refused, seed ${seed}`, () => fuzzReaders(seed, 500))
  }
  for (const seed of [4, 5]) {
    it(`is decompressed or refused, seed ${seed}`, () => fuzzDecompression(seed, 100, zstd))
  }
})

/** Lines of DynamoDB JSON, by the command `zstd -19`. */
const zstd = Buffer.from(
  'KLUv/QRoPQQAggcUEbDred0rLJZl2pZOVuZirDsB4L2HzuH/XhWbTtvBwagbwvrlhWwSHalKxuZ4+UO4VTzFlpEjU9er/jPY5bpXMVK9N3jvYUCDSDF0BldqB10oqBAoru2MAYCTtjoRMAT/DmHe4APze+8j9Y+KI4zsSAL9YDeF+90+PA70VKAINAoyQEwBwBhZkg==',
  'base64',
)
