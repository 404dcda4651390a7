import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as ion from 'ion-js'
import type { AttributeValue } from '../model/attribute-value.js'
import { ItemJson } from '../model/item-json.js'
import type { Item } from '../model/item.js'
import { normalizeNumber } from '../model/decimal.js'
import { seededRandom } from '../../test/support/seeded-random.js'
import { ionChangeLine, ionItemLine } from './ion-lines.js'
import type { PutRecord } from './put-record.js'
import { randomItem } from './random-items.fuzz.js'
import { outcome, readText } from './reading-suite.js'
import { changeReader, conditionalPutReader, itemReader } from './record-readers.js'

const create = () => itemReader({ kind: 'ION' })

function read(text: string | Buffer): readonly unknown[] {
  return outcome(readText(create, text)).map((each) =>
    typeof each === 'string' ? each : (each as PutRecord).item,
  )
}

function check(name: string, text: string | Buffer, expected: readonly unknown[]): void {
  it(name, () => assert.deepEqual(read(text), expected))
}

/** The value of an attribute, as it is read. */
function checkValue(text: string, expected: AttributeValue | string): void {
  it(text, () => {
    const value = typeof expected === 'string' ? expected : { v: expected }
    assert.deepEqual(read(`$ion_1_0 {Item:{v:${text}}}`), [value])
  })
}

const json = (item: object) => new ItemJson(Buffer.from(JSON.stringify(item)))
const a = { pk: { S: 'a' } }
const unparsed = '! The Ion text cannot be parsed'

describe('files of Ion text', () => {
  check('nothing', '', [])
  check('a marker alone', '$ion_1_0', [])
  check('a line', '$ion_1_0 {Item:{pk:"a"}}\n', [a])
  check('a marker on each line', '$ion_1_0 {Item:{pk:"a"}}\n$ion_1_0 {Item:{pk:"a"}}\n', [a, a])
  check('one marker', '$ion_1_0\n{Item:{pk:"a"}}\n{Item:{pk:"a"}}{Item:{pk:"a"}}', [a, a, a])
  check('no marker', '{Item:{pk:"a"}}', [a])
  check('a list', '$ion_1_0 [{Item:{pk:"a"}}, {Item:{pk:"a"}},\n]\n', [a, a])
  check('comments', '// {Item:\n/* } */{/*"*/Item:{//}\npk:"a"}/**/} // end', [a])
  check('a symbol table', '$ion_symbol_table::{symbols:["x"]} {Item:{pk:"a"}}', [a])
  check('other annotations', 'x::\'y z\'::{Item:b::{pk:c::"a"}}', [a])
  check('field names in quotes', "{\"Item\":{'''p''' '''k''':\"a\", 'b c':\"}\"}}", [
    { ...a, 'b c': { S: '}' } },
  ])
  check('a name that is a trap', '{Item:{__proto__:"a"}}', [
    Object.fromEntries([['__proto__', { S: 'a' }]]),
  ])
})

describe('values of Ion', () => {
  checkValue('"x"', { S: 'x' })
  checkValue('symbol', { S: 'symbol' })
  checkValue("'a symbol'", { S: 'a symbol' })
  checkValue('"\\t\\n\\"\\\\\\/\\x41\\u00e9\\U0001F600\\ud83d\\ude00\\0\\a\\b\\f\\r\\v\\?\\\'"', {
    S: '\t\n"\\/Aé\u{1f600}\u{1f600}\0\x07\b\f\r\v?\'',
  })
  checkValue('"a\\\nb"', { S: 'ab' })
  checkValue('"a\\\r\nb"', { S: 'ab' })
  checkValue("'''a\r\n}''' /* and */ '''\\'''b'''", { S: "a\n}'''b" })
  checkValue('103.', { N: '103' })
  checkValue('6d2', { N: '600' })
  checkValue('1_000', { N: '1000' })
  checkValue('-0xFf_f', { N: '-4095' })
  checkValue('0b101', { N: '5' })
  checkValue('1.5e-3', { N: '0.0015' })
  checkValue('-0.', { N: '0' })
  checkValue('{{ aGk= }}', { B: 'aGk=' })
  checkValue('{{//8=}}', { B: '//8=' })
  checkValue('{{}}', { B: '' })
  checkValue('true', { BOOL: true })
  checkValue('null', { NULL: true })
  checkValue('null.string', { NULL: true })
  checkValue('[1,"a",[]]', { L: [{ N: '1' }, { S: 'a' }, { L: [] }] })
  checkValue('{a:{b:null},}', { M: { a: { M: { b: { NULL: true } } } } })
  checkValue('$dynamodb_SS::["b","a"]', { SS: ['a', 'b'] })
  checkValue('$dynamodb_NS::[1.,2.5]', { NS: ['1', '2.5'] })
  checkValue("'$dynamodb_BS'::[{{AA==}}]", { BS: ['AA=='] })
})

describe('Ion that is no attribute value', () => {
  const no = (what: string) => `The Ion text has ${what}, which is no attribute value`
  checkValue('2007-02-23T12:14:33.079-08:00', no('a timestamp'))
  checkValue('2007T', no('a timestamp'))
  checkValue('{{"clob"}}', no('a clob'))
  checkValue('(a b)', no('an S-expression'))
  checkValue('nan', no('a number that is not a number'))
  checkValue('+inf', no('an infinite number'))
  checkValue('$10', no('the symbol $10 of a symbol table'))
  checkValue('$dynamodb_SS::[1]', no('$dynamodb_SS with a member of another type'))
  checkValue('$dynamodb_SS::"a"', no('$dynamodb_SS that is not a list'))
  checkValue('$dynamodb_XX::[]', no('$dynamodb_XX'))
  checkValue('{{a}}', 'Base64 encoded length is expected a multiple of 4 bytes but found: 1')
  checkValue(
    '9e999',
    'Number overflow. Attempting to store a number with magnitude larger than supported range',
  )
  checkValue('1'.repeat(39), 'Attempting to store more than 38 significant digits in a Number')
  checkValue('1'.repeat(2000), 'Attempting to store more than 38 significant digits in a Number')
  checkValue(
    `0x${'f'.repeat(1000)}`,
    'Number overflow. Attempting to store a number with magnitude larger than supported range',
  )
  checkValue(
    '$dynamodb_SS::[]',
    'One or more parameter values were invalid: An string set  may not be empty',
  )
  const deep = (levels: number) => '['.repeat(levels - 1) + 'null' + ']'.repeat(levels - 1)
  const tooDeep =
    'Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported limit'
  checkValue(deep(33), tooDeep)
  checkValue(deep(3000), tooDeep)
  it('32 levels', () => assert.equal(typeof read(`{Item:{v:${deep(32)}}}`)[0], 'object'))
  check('leaves the rest readable', '{Item:{v:2007T}}{Item:{pk:"a"}}', [no('a timestamp'), a])
})

describe('text that is not Ion', () => {
  checkValue('1.2.3', unparsed)
  checkValue('"\\q"', '! An Ion text has an unknown escape')
  checkValue('"\\ud83d"', '! An Ion text has half a character')
  checkValue('"\\u12"', '! An Ion text has a wrong escape')
  checkValue('null.what', unparsed)
  checkValue('[1 2]', unparsed)
  checkValue('01', unparsed)
  check('two colons for one', '{Item::{}}', [unparsed])
  check('a blob', '{{aGk=}}', ['! An Ion struct was expected'])
  check('no Item', '{Record:{}}', ['! The object has no member Item'])
  check('Item that is a list', '{Item:[]}', ['! The object has no member Item'])
  check('a struct that does not end', '{Item:{pk:"a"}', ['! The last Ion value is not complete'])
  check('a list that does not end', '[{Item:{pk:"a"}}', [a, '! The last Ion value is not complete'])
  check('a text that does not end', '{Item:{pk:"a}}', ['! The last Ion value is not complete'])
  check('a newline in a text', '{Item:{pk:"a\n"}}', ['! A quoted Ion text spans several lines'])
  check('a comment that does not end', '/* {Item:{pk:"a"}}', ['! An Ion comment does not end'])
  check('a string at the top', '"x"', ['! An Ion struct was expected'])
  check('another version', '$ion_1_1 {Item:{}}', ['! The Ion version $ion_1_1 is unknown'])
  check('binary Ion', Buffer.from([0xe0, 0x01, 0x00, 0xea, 0xd0]), [
    '! The file is binary Ion; only Ion text can be read',
  ])
  check('gzip', Buffer.from([0x1f, 0x8b, 8, 0]), ['! An Ion struct was expected'])
})

describe('lines of Ion', () => {
  const line = (item: Item) => ionItemLine(json(item)).toString()
  const checkLine = (value: AttributeValue, expected: string): void => {
    it(expected, () => assert.equal(line({ v: value }), `$ion_1_0 {Item:{v:${expected}}}\n`))
  }
  checkLine({ S: 'x"\n\x1b' }, '"x\\"\\n\\x1b"')
  checkLine({ N: '103' }, '103.')
  checkLine({ N: '600' }, '6d2')
  checkLine({ N: '2000' }, '2d3')
  checkLine({ N: '1.5' }, '1.5')
  checkLine({ N: '-0.000015' }, '-0.000015')
  checkLine({ N: '0.0000000123' }, '1.23d-8')
  checkLine({ N: '0' }, '0.')
  checkLine({ B: 'aGk=' }, '{{aGk=}}')
  checkLine({ BOOL: false }, 'false')
  checkLine({ NULL: true }, 'null')
  checkLine({ SS: ['a'] }, '$dynamodb_SS::["a"]')
  checkLine({ NS: ['1', '2.5'] }, '$dynamodb_NS::[1.,2.5]')
  checkLine({ BS: ['AA=='] }, '$dynamodb_BS::[{{AA==}}]')
  checkLine({ L: [{ M: {} }] }, '[{}]')
  checkLine(
    { M: { 'a.b': { S: '' }, null: { S: '' }, $7: { S: '' } } },
    '{\'a.b\':"",\'null\':"",\'$7\':""}',
  )
  it('tell a change', () => {
    const change = { writtenAtMicros: '1684374845117899', keys: json(a) }
    const text = ionChangeLine({ ...change, oldImage: json(a), newImage: json(a) }).toString()
    const image = '{pk:"a"}'
    assert.equal(
      text,
      `$ion_1_0 {Record:{Keys:${image},Metadata:{WriteTimestampMicros:1684374845117899.},OldImage:${image},NewImage:${image}}}\n`,
    )
    assert.deepEqual(outcome(readText(() => changeReader('ION'), text)), [
      { writtenAtMicros: '1684374845117899', keys: a, oldImage: a, newImage: a },
    ])
  })
  it('may carry a condition', () => {
    const text =
      '{Item:{pk:"a"},ConditionExpression:"#n = :v",ExpressionAttributeNames:{\'#n\':"x"},ExpressionAttributeValues:{\':v\':1.}}'
    const [put] = outcome(readText(() => conditionalPutReader('ION'), text))
    const condition = { expression: '#n = :v', names: { '#n': 'x' }, values: { ':v': { N: '1' } } }
    assert.deepEqual(put, { item: a, sizeBytes: 3, condition })
  })
})

describe('Ion beside another implementation', () => {
  for (const seed of [1, 2, 3]) {
    it(`reads what we write, seed ${seed}`, () => {
      const random = seededRandom(seed)
      for (let round = 0; round < 100; round++) {
        const item = randomItem(random)
        const text = ionItemLine(json(item)).toString()
        assert.deepEqual(itemOf(ion.load(text)!), item, text)
        assert.deepEqual(read(text), [item], text)
      }
    })
    it(`writes what we read, seed ${seed}`, () => {
      const random = seededRandom(seed + 100)
      for (let round = 0; round < 100; round++) {
        const item = randomItem(random)
        const dom = ion.load(ionItemLine(json(item)))!
        const text = random.below(2) === 0 ? ion.dumpText(dom) : ion.dumpPrettyText(dom)
        assert.deepEqual(read(text), [item], text)
        assert.match(String(read(Buffer.from(ion.dumpBinary(dom)))[0]), /binary Ion/)
      }
    })
  }
})

function itemOf(document: ion.dom.Value): Item {
  const { M } = attributeValue(document.get('Item')!) as { M: Item }
  return M
}

function attributeValue(value: ion.dom.Value): AttributeValue {
  const [annotation] = value.getAnnotations()
  switch (value.getType()) {
    case ion.IonTypes.NULL:
      return { NULL: true }
    case ion.IonTypes.BOOL:
      return { BOOL: value.booleanValue()! }
    case ion.IonTypes.STRING:
      return { S: value.stringValue()! }
    case ion.IonTypes.DECIMAL:
      return { N: numberText(value) }
    case ion.IonTypes.BLOB:
      return { B: Buffer.from(value.uInt8ArrayValue()!).toString('base64') }
    case ion.IonTypes.LIST: {
      const elements = value.elements().map(attributeValue)
      const type = annotation?.replace('$dynamodb_', '')
      if (type === undefined) return { L: elements }
      const members = elements.map((element) => Object.values(element)[0] as string)
      return { [type]: members } as unknown as AttributeValue
    }
    case ion.IonTypes.STRUCT:
      return {
        M: Object.fromEntries(
          value.fields().map(([name, member]) => [name, attributeValue(member)]),
        ),
      }
    default:
      throw new Error(`unexpected ${value.getType().name}`)
  }
}

function numberText(value: ion.dom.Value): string {
  const read = normalizeNumber(value.decimalValue()!.toString().replace(/[dD]/, 'e'))
  if ('text' in read) return read.text
  throw new Error(read.fault)
}
