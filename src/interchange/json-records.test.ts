import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ItemJson } from '../model/item-json.js'
import { seededRandom } from '../../test/support/seeded-random.js'
import { jsonChangeLine, jsonItemLine } from './json-lines.js'
import { recordBytesMax } from './limits.js'
import type { PutRecord } from './put-record.js'
import { randomItem } from './random-items.fuzz.js'
import { outcome, readText } from './reading-suite.js'
import { changeReader, conditionalPutReader, itemReader } from './record-readers.js'
import type { TextRecord } from './text-record.js'

const create = () => itemReader({ kind: 'DYNAMODB_JSON' })

function items(records: readonly TextRecord<PutRecord>[]): readonly unknown[] {
  return outcome(records).map((each) =>
    typeof each === 'string' ? each : (each as PutRecord).item,
  )
}

function check(name: string, text: string | Buffer, expected: readonly unknown[]): void {
  it(name, () => assert.deepEqual(items(readText(create, text)), expected))
}

const one = '{"Item":{"pk":{"S":"a"}}}'
const a = { pk: { S: 'a' } }
const noItem = '! The object has no member Item'
const noJson = '! The text cannot be parsed as JSON'
const noObject = '! A JSON object was expected'

describe('files of DynamoDB JSON', () => {
  check('nothing', '', [])
  check('blank lines', '\n \r\n\t\n', [])
  check('a line', `${one}\n`, [a])
  check('a last line without newline', one, [a])
  check('Windows newlines', `${one}\r\n${one}\r\n`, [a, a])
  check('blank lines between', `\n\n${one}\n\n${one}\n\n`, [a, a])
  check('objects without newlines', one + one + one, [a, a, a])
  check('an object on several lines', '{\n "Item" :\n {"pk": {"S":\n"a"}}\n}\n', [a])
  check('a byte order mark', `\uFEFF${one}`, [a])
  check('braces and quotes in texts', '{"Item":{"pk":{"S":"}{\\"]\\\\"}}}' + one, [
    { pk: { S: '}{"]\\' } },
    a,
  ])
  check('members beside Item', '{"x":[{}],"Item":{"pk":{"S":"a"}},"y":null}', [a])
  check('numbers in normal form', '{"Item":{"n":{"N":"1.50e2"}}}', [{ n: { N: '150' } }])
  check('a name that is a trap', '{"Item":{"__proto__":{"S":"a"}}}', [
    Object.fromEntries([['__proto__', { S: 'a' }]]),
  ])
})

describe('items that PutItem would refuse', () => {
  const refused = (item: string) => `{"Item":${item}}\n${one}`
  const invalid = 'One or more parameter values were invalid: '
  check('an empty set', refused('{"s":{"SS":[]}}'), [
    `${invalid}An string set  may not be empty`,
    a,
  ])
  check('no type', refused('{"s":{}}'), [
    'Supplied AttributeValue is empty, must contain exactly one of the supported datatypes',
    a,
  ])
  check('null for a value', refused('{"s":null}'), [
    'Supplied AttributeValue is empty, must contain exactly one of the supported datatypes',
    a,
  ])
  check('no number', refused('{"s":{"N":"x"}}'), [
    'The parameter cannot be converted to a numeric value: x',
    a,
  ])
  check('a number that is JSON', refused('{"s":{"N":5}}'), [
    'NUMBER_VALUE cannot be converted to String',
    a,
  ])
  check('a value that is a text', refused('{"s":"x"}'), ['Unexpected value type in payload', a])
  check('wrong base64', refused('{"s":{"B":"a"}}'), [
    'Base64 encoded length is expected a multiple of 4 bytes but found: 1',
    a,
  ])
  check('400 KB and one byte', refused(`{"s":{"S":"${'x'.repeat(400 * 1024)}"}}`), [
    'Item size has exceeded the maximum allowed size',
    a,
  ])
  check('33 levels', refused(`{"s":${nested(33)}}`), [
    'Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported limit',
    a,
  ])
})

function nested(levels: number): string {
  return '{"L":['.repeat(levels - 1) + '{"NULL":true}' + ']}'.repeat(levels - 1)
}

describe('text that is not DynamoDB JSON', () => {
  check('no Item', `${one}\n{"x":1}\n${one}`, [a, noItem])
  check('Item that is null', '{"Item":null}', [noItem])
  check('Item that is a list', '{"Item":[]}', [noItem])
  check('a list', `[${one}]`, [noObject])
  check('a comma between objects', `${one},${one}`, [a, noObject])
  check('a word', `hello\n${one}`, [noObject])
  check('an object that does not end', `${one}\n{"Item":{"pk":{"S":"a"}}`, [
    a,
    '! The last object is not complete',
  ])
  check('brackets that do not match', '{"Item":[}}', [noJson])
  check('a trailing comma', '{"Item":{"pk":{"S":"a"},}}', [noJson])
  check('half a character', '{"Item":{"pk":{"S":"\\ud83d"}}}', [noJson])
  check('bytes that are not UTF-8', Buffer.from(one.replace('a', '\xff'), 'latin1'), [
    '! The text is not valid UTF-8',
  ])
  check('gzip', Buffer.from([0x1f, 0x8b, 8, 0]), [noObject])
})

describe('the length of a record', () => {
  const padded = (bytes: number) => one.slice(0, -1).padEnd(bytes - 1) + '}'
  it('may be the limit', () => {
    const text = padded(recordBytesMax)
    assert.equal(text.length, recordBytesMax)
    assert.deepEqual(items(readText(create, text)), [a])
  })
  it('may not be a byte more', () => {
    const message = `! A record is longer than ${recordBytesMax} bytes`
    assert.deepEqual(items(readText(create, padded(recordBytesMax + 1))), [message])
    const reader = create()
    const records = []
    for (let i = 0; i < 1000 && !reader.isOver; i++) {
      records.push(...reader.push(Buffer.alloc(64 * 1024, i === 0 ? '{' : 'x')))
    }
    assert.deepEqual(items(records), [message])
  })
})

describe('lines of DynamoDB JSON', () => {
  const json = (item: object) => new ItemJson(Buffer.from(JSON.stringify(item)))
  it('are the stored bytes of an item', () => {
    assert.equal(jsonItemLine(json(a)).toString(), `${one}\n`)
  })
  it('tell a change', () => {
    const change = { writtenAtMicros: '1774379199746598', keys: json(a) }
    const line = (oldImage?: ItemJson, newImage?: ItemJson) =>
      jsonChangeLine({ ...change, oldImage, newImage }).toString()
    const start =
      '{"Metadata":{"WriteTimestampMicros":{"N":"1774379199746598"}},"Keys":{"pk":{"S":"a"}}'
    const image = '{"pk":{"S":"a"}}'
    assert.equal(line(), `${start}}\n`)
    assert.equal(line(json(a)), `${start},"OldImage":${image}}\n`)
    assert.equal(line(undefined, json(a)), `${start},"NewImage":${image}}\n`)
    assert.equal(line(json(a), json(a)), `${start},"OldImage":${image},"NewImage":${image}}\n`)
    const read = readText(
      () => changeReader('DYNAMODB_JSON'),
      line(json(a)) + line(undefined, json(a)),
    )
    assert.deepEqual(outcome(read), [
      { writtenAtMicros: '1774379199746598', keys: a, oldImage: a, newImage: undefined },
      { writtenAtMicros: '1774379199746598', keys: a, oldImage: undefined, newImage: a },
    ])
  })
  it('are refused by the other kind of reader', () => {
    const change = `{"Metadata":{"WriteTimestampMicros":{"N":"1"}},"Keys":{"pk":{"S":"a"}}}`
    assert.deepEqual(items(readText(create, change)), [noItem])
    const read = readText(() => changeReader('DYNAMODB_JSON'), one)
    assert.deepEqual(outcome(read), ['! The object is no line of an incremental export'])
  })
  it('keep random items', () => {
    const random = seededRandom(7)
    const written = Array.from({ length: 200 }, () => randomItem(random))
    const file = Buffer.concat(written.map((item) => jsonItemLine(json(item))))
    assert.deepEqual(items(readText(create, file)), written)
  })
})

describe('a file that was read in part', () => {
  it('is continued with the next record', () => {
    const text = Array.from({ length: 5 }, (_, i) => `{"Item":{"pk":{"S":"${i}"}}}`).join('\n')
    const records = readText(() => itemReader({ kind: 'DYNAMODB_JSON' }, 3), text)
    assert.deepEqual(
      records.map(({ index }) => index),
      [3, 4],
    )
  })
})

describe('records with conditions', () => {
  const conditional = (members: string) =>
    outcome(
      readText(() => conditionalPutReader('DYNAMODB_JSON'), `{"Item":{"pk":{"S":"a"}}${members}}`),
    )[0]
  it('have an expression, names and values', () => {
    assert.deepEqual(conditional(''), { item: a, sizeBytes: 3 })
    assert.deepEqual(
      conditional(
        ',"ConditionExpression":"#n = :v","ExpressionAttributeNames":{"#n":"x"},"ExpressionAttributeValues":{":v":{"N":"01"}}',
      ),
      {
        item: a,
        sizeBytes: 3,
        condition: { expression: '#n = :v', names: { '#n': 'x' }, values: { ':v': { N: '1' } } },
      },
    )
  })
  it('are refused if these have other types', () => {
    assert.match(String(conditional(',"ConditionExpression":5')), /must be a string/)
    assert.match(
      String(conditional(',"ConditionExpression":"a","ExpressionAttributeNames":{"#n":5}')),
      /must be a map of strings/,
    )
    assert.match(
      String(conditional(',"ConditionExpression":"a","ExpressionAttributeValues":5')),
      /must be a map of attribute values/,
    )
  })
})
