/** Errors, consumed capacity and nodes on the wire of DAX, with the protocol's own examples. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ServiceError, transactionCanceled } from '../../model/errors.js'
import { expiredToken, signatureMismatch } from '../sigv4/faults.js'
import { CborReader } from '../cbor/decode-cbor.js'
import { errorAnswer } from './answers.js'
import { collectionMetrics, extendedCapacity, simpleCapacity } from './consumed.js'
import { addressBytes, nodesAnswer } from './nodes.js'

describe('errors of DAX', () => {
  it('are codes, a sentence and details', async () => {
    const error = new ServiceError('ResourceNotFoundException', 'Requested resource not found')
    const answer = await errorAnswer(error, 'ID')
    const expected =
      '85041825182618271829' +
      '781c526571756573746564207265736f75726365206e6f7420666f756e64' +
      '83' +
      '624944' +
      '78195265736f757263654e6f74466f756e64457863657074696f6e190190'
    assert.equal(answer.toString('hex'), expected)
  })

  for (const [error, codes] of [
    [fault('ConditionalCheckFailedException'), [4, 37, 38, 39, 43]],
    [fault('ResourceInUseException'), [4, 37, 38, 39, 45]],
    [fault('ValidationException'), [4, 37, 38, 39, 46]],
    [fault('InternalServerError'), [4, 37, 38, 39, 47]],
    [fault('ItemCollectionSizeLimitExceededException'), [4, 37, 38, 39, 48]],
    [fault('LimitExceededException'), [4, 37, 38, 39, 49]],
    [fault('ThrottlingException'), [4, 37, 38, 39, 50]],
    [fault('ProvisionedThroughputExceededException'), [4, 37, 38, 39, 40]],
    [fault('RequestLimitExceeded'), [4, 37, 38, 39, 61]],
    [fault('TransactionConflictException'), [4, 37, 38, 39]],
    [fault('AccessDeniedException'), [4, 37, 38, 39]],
    [expiredToken(), [4, 23, 31, 33]],
    [signatureMismatch(), [4, 23, 31, 32]],
  ] as const) {
    it(`have the codes ${codes.join(', ')} for ${error.type}`, async () => {
      const [got, , details] = await read(error)
      assert.deepEqual(got, codes)
      assert.deepEqual(details, ['ID', error.type, 400])
    })
  }

  it('of transactions have a code, a message and an item for each action', async () => {
    const item = { a: { N: '1' } }
    const error = transactionCanceled([
      { Code: 'None' },
      { Code: 'ConditionalCheckFailed', Message: 'The conditional request failed', Item: item },
    ])
    const [codes, , details] = await read(error, async () => Buffer.from('4101', 'hex'))
    assert.deepEqual(codes, [4, 37, 38, 39, 58])
    assert.deepEqual((details as readonly unknown[])[3], [
      ...['None', null, null],
      ...['ConditionalCheckFailed', 'The conditional request failed', Buffer.from('4101', 'hex')],
    ])
  })
})

function fault(type: string): ServiceError {
  return new ServiceError(type, 'A sentence')
}

async function read(error: ServiceError, itemOf?: () => Promise<Buffer>) {
  const reader = new CborReader(await errorAnswer(error, 'ID', itemOf))
  return [reader.next(), reader.next(), reader.next()] as const
}

describe('consumed capacity of DAX', () => {
  it('is a name, a total, and parts if they were asked for', () => {
    const total = simpleCapacity({ TableName: 'Tab', CapacityUnits: 2 })
    assert.equal(total.toString('hex'), '6354616202f6f6f6')
    const parts = simpleCapacity({
      TableName: 'Tab',
      CapacityUnits: 2.5,
      Table: { CapacityUnits: 1 },
      GlobalSecondaryIndexes: { g: { CapacityUnits: 1 } },
      LocalSecondaryIndexes: { l: { CapacityUnits: 0.5 } },
    })
    const hex = '63546162fb400400000000000001a1616701a1616cfb3fe0000000000000'
    assert.equal(parts.toString('hex'), hex)
  })

  it('of transactions is a map by number', () => {
    const units = { CapacityUnits: 2, WriteCapacityUnits: 2 }
    const map = extendedCapacity({
      TableName: 'Tab',
      ...units,
      Table: units,
      GlobalSecondaryIndexes: { g: units },
      LocalSecondaryIndexes: { l: units },
    })
    const numbered = new Map([
      [1, 2],
      [3, 2],
    ])
    assert.deepEqual(
      [...map],
      [
        ...numbered,
        [4, 'Tab'],
        [5, numbered],
        [6, new Map([['g', numbered]])],
        [7, new Map([['l', numbered]])],
      ],
    )
  })

  it('sizes of item collections are floats', () => {
    const metrics = { ItemCollectionKey: { p: { S: 'a' } }, SizeEstimateRangeGB: [0, 1] }
    const bytes = collectionMetrics({ partition: { name: 'p', type: 'S' } }, metrics)
    assert.equal(bytes.toString('hex'), '6161fb0000000000000000fb3ff0000000000000')
  })
})

describe('nodes of DAX', () => {
  it('are told by address', () => {
    const answer = nodesAnswer([{ id: 1, address: '127.0.0.1', port: 8118, isLeader: true }])
    const expected =
      '8081a7000101693132372e302e302e3102447f00000103191fb6040105686c6f63616c2d31610601'
    assert.equal(answer.toString('hex'), expected)
  })

  for (const [address, hex] of [
    ['10.1.2.3', '0a010203'],
    ['::ffff:10.1.2.3', '0a010203'],
    ['::1', '00000000000000000000000000000001'],
    ['fe80::1%eth0', 'fe800000000000000000000000000001'],
    ['2001:db8::1:0:5', '20010db8000000000000000100000005'],
  ] as const) {
    it(`${address} is ${hex}`, () => assert.equal(addressBytes(address).toString('hex'), hex))
  }
})
