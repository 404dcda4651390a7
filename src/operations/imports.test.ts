/** Imports as jobs: what is in the table, what is counted, and how they go on after a restart. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { openTestEngine } from '../../test/support/engines.js'
import { ServiceError } from '../model/errors.js'
import {
  importBatchRecordsMax,
  importErrorsLoggedMax,
  importsAtOnceMax,
} from '../transfers/import-limits.js'
import type { Json } from './database-suite.js'
import { counted, ImportingServer, line, parameters, textOf } from './imports-suite.js'
import { testCaller } from './json-call-suite.js'

const { account, region } = testCaller
const server = async () => new ImportingServer(await openTestEngine())
const some = 'Some of the items failed validation checks and were not imported.'

describe('an import', () => {
  it('is described from the start, and counts at the end', async () => {
    const one = await server()
    const text = line('a') + line('b', 2)
    await one.put('data/1.json', text)
    const started = await one.start({ S3BucketSource: { S3Bucket: 'files', S3KeyPrefix: 'data/' } })
    const { ImportArn, TableId, ...rest } = started
    const tableArn = `arn:aws:dynamodb:${region}:${account}:table/imported`
    assert.match(String(ImportArn), new RegExp(`^${tableArn}/import/01700000000000-[0-9a-f]{8}$`))
    assert.match(String(TableId), /^[0-9a-f-]{36}$/)
    assert.deepEqual(rest, {
      ImportStatus: 'IN_PROGRESS',
      TableArn: tableArn,
      ClientToken: 'token',
      S3BucketSource: { S3Bucket: 'files', S3BucketOwner: account, S3KeyPrefix: 'data/' },
      ErrorCount: 0,
      CloudWatchLogGroupArn: `arn:aws:logs:${region}:${account}:log-group:/aws-dynamodb/imports:*`,
      InputFormat: 'DYNAMODB_JSON',
      InputCompressionType: 'NONE',
      TableCreationParameters: parameters,
      StartTime: 1_700_000_000,
      ProcessedItemCount: 0,
      ImportedItemCount: 0,
    })
    await one.step()
    const { Table } = await one.ask('DescribeTable', { TableName: 'imported' })
    assert.equal((Table as Json)['TableStatus'], 'CREATING')
    const ended = await one.finish(started)
    assert.deepEqual(counted(ended), ['COMPLETED', 2, 0, 2])
    assert.equal(ended['ProcessedSizeBytes'], text.length)
    assert.equal(typeof ended['EndTime'], 'number')
    assert.equal(ended['FailureCode'], undefined)
    assert.deepEqual((await one.items()).map(textOf), ['a', 'b'])
    await one.verify(2)
    const table = await one.database.catalog.findTable(testCaller, 'imported')
    assert.equal(table!.id, TableId)
  })

  it('reads every object under the prefix, whatever its name', async () => {
    const one = await server()
    for (const key of ['data', 'data.bak', 'data2/x', 'data/a/b.txt']) await one.put(key, line(key))
    await one.put('data/empty', '')
    await one.put('other', line('other'))
    const ended = await one.import({
      S3BucketSource: { S3Bucket: 'files', S3KeyPrefix: 'data' },
    })
    assert.deepEqual(counted(ended), ['COMPLETED', 4, 0, 4])
    assert.deepEqual((await one.items()).map(textOf), [
      'data',
      'data.bak',
      'data/a/b.txt',
      'data2/x',
    ])
  })

  it('of nothing makes an empty table', async () => {
    const one = await server()
    await one.put('x', line('x'))
    const source = { S3Bucket: 'files', S3KeyPrefix: 'nothing' }
    const ended = await one.import({ S3BucketSource: source })
    assert.deepEqual(counted(ended), ['COMPLETED', 0, 0, 0])
    assert.equal(ended['ProcessedSizeBytes'], 0)
    assert.deepEqual(await one.items(), [])
  })

  it('keeps one of the items with the same key, and counts them all', async () => {
    const one = await server()
    await one.put('1', line('a') + line('a', 2))
    await one.put('2', line('a', 3))
    assert.deepEqual(counted(await one.import()), ['COMPLETED', 3, 0, 3])
    assert.equal((await one.items()).length, 1)
    await one.verify(1)
  })

  it('reads gzip, Ion and CSV', async () => {
    const one = await server()
    const text = line('a') + line('b')
    await one.put('a.json.gz', gzipSync(text))
    const gzip = await one.import({ InputCompressionType: 'GZIP' })
    assert.deepEqual(counted(gzip), ['COMPLETED', 2, 0, 2])
    assert.equal(gzip['ProcessedSizeBytes'], text.length)
    const two = await server()
    await two.put('a.ion', '$ion_1_0 {Item:{pk:"a",n:1.}}\n$ion_1_0 {Item:{pk:"b",n:2d1}}\n')
    assert.deepEqual(counted(await two.import({ InputFormat: 'ION' })), ['COMPLETED', 2, 0, 2])
    assert.deepEqual(await two.items(), [
      { pk: { S: 'a' }, n: { N: '1' } },
      { pk: { S: 'b' }, n: { N: '20' } },
    ])
    const three = await server()
    await three.put('a.csv', 'a;7;x\nb;;y\n')
    const options = { Csv: { Delimiter: ';', HeaderList: ['pk', 'n', 'text'] } }
    const csv = await three.import({ InputFormat: 'CSV', InputFormatOptions: options })
    assert.deepEqual(counted(csv), ['COMPLETED', 2, 0, 2])
    assert.deepEqual(csv['InputFormatOptions'], options)
    assert.deepEqual(await three.items(), [
      { pk: { S: 'a' }, n: { N: '7' }, text: { S: 'x' } },
      { pk: { S: 'b' }, text: { S: 'y' } },
    ])
  })
})

describe('an import with errors', () => {
  it('has failed, and its table has the good items', async () => {
    const one = await server()
    const missing = '{"Item":{"x":{"S":"a"}}}\n'
    const mistyped = '{"Item":{"pk":{"N":"1"}}}\n{"Item":{"pk":{"S":"c"},"n":{"S":"x"}}}\n'
    await one.put('1', line('a') + missing + mistyped + line('b'))
    await one.put('2', `${line('c')}{"no":1}\n${line('lost')}`)
    await one.put('3', line('d'))
    const ended = await one.import()
    assert.deepEqual(counted(ended), ['FAILED', 4, 4, 8])
    assert.equal(ended['FailureCode'], 'ItemValidationError')
    assert.match(String(ended['FailureMessage']), new RegExp(`^${some}`))
    assert.deepEqual((await one.items()).map(textOf), ['a', 'b', 'c', 'd'])
    const invalid = 'One or more parameter values were invalid: '
    const pointer = (key: string, itemIndex: number) => ({ bucket: 'files', key, itemIndex })
    const importArn = ended['ImportArn']
    const event = (key: string, index: number, message: string) => {
      return { itemS3Pointer: pointer(key, index), importArn, errorMessages: [message] }
    }
    assert.deepEqual(await one.errors(), [
      event('1', 1, `${invalid}Missing the key pk in the item`),
      event('1', 2, `${invalid}Type mismatch for key pk expected: S actual: N`),
      event(
        '1',
        3,
        `${invalid}Type mismatch for Index Key n Expected: N Actual: S IndexName: by-n`,
      ),
      event('2', 1, 'The object has no member Item'),
    ])
  })

  it('has one for each object that is compressed otherwise', async () => {
    const one = await server()
    await one.put('1', line('a') + line('b'))
    await one.put('2', line('c'))
    const ended = await one.import({ InputCompressionType: 'GZIP' })
    assert.deepEqual(counted(ended), ['FAILED', 0, 2, 2])
    assert.equal(ended['FailureCode'], 'ItemValidationError')
    assert.deepEqual(await one.items(), [])
  })

  it('fails without a table if there is no bucket', async () => {
    const one = await server()
    const ended = await one.import()
    assert.deepEqual(counted(ended), ['FAILED', 0, 0, 0])
    assert.equal(ended['FailureCode'], 'S3NoSuchBucket')
    assert.match(
      String(ended['FailureMessage']),
      /^The specified bucket does not exist \(Service: Amazon S3; Status Code: 404; Error Code: NoSuchBucket; Request ID: \w+; S3 Extended Request ID: [\w+/=]+; Proxy: null\)$/,
    )
    await assert.rejects(one.ask('DescribeTable', { TableName: 'imported' }), {
      type: 'ResourceNotFoundException',
    })
  })

  it('fails if the bucket is not the owner’s', async () => {
    const one = await server()
    await one.put('1', line('a'))
    const source = { S3Bucket: 'files', S3BucketOwner: '111122223333' }
    const ended = await one.import({ S3BucketSource: source })
    assert.equal(ended['FailureCode'], 'S3AccessDenied')
    assert.deepEqual(ended['S3BucketSource'], source)
  })

  it('fails if its table exists by then', async () => {
    const one = await server()
    await one.put('1', line('a'))
    const first = await one.start()
    const second = await one.start({ ClientToken: 'other' })
    const ends = [await one.finish(first), await one.finish(second)]
    const codes = ends.map((each) => each['FailureCode'])
    assert.deepEqual(codes.sort(), ['TableAlreadyExists', undefined])
    assert.equal((await one.items()).length, 1)
  })
})

describe('an import that is interrupted', () => {
  for (const InputCompressionType of ['NONE', 'GZIP']) {
    it(`goes on where it was, ${InputCompressionType}`, async () => {
      const one = await server()
      const count = 3 * importBatchRecordsMax
      const wide = '"text":{"S":"' + 'x'.repeat(200) + '"}'
      const lines = Array.from({ length: count }, (_, i) => {
        return i % 100 === 7 ? '{"Item":{}}\n' : `{"Item":{"pk":{"S":"${i}"},${wide}}}\n`
      })
      const text = Buffer.from(lines.join(''))
      const content = InputCompressionType === 'GZIP' ? gzipSync(text) : text
      await one.put('1', content)
      await one.put('2', InputCompressionType === 'GZIP' ? gzipSync(line('last')) : line('last'))
      let current = one
      const started = await one.start({ InputCompressionType })
      let described = started
      // A new server for each step.
      for (let i = 0; i < 100 && described['ImportStatus'] === 'IN_PROGRESS'; i++) {
        await current.step()
        described = await current.describe(started)
        current = new ImportingServer(one.engine, one.objects)
      }
      const errors = count / 100
      assert.deepEqual(counted(described), ['FAILED', count - errors + 1, errors, count + 1])
      assert.equal(described['ProcessedSizeBytes'], text.length + line('last').length)
      await current.verify(count - errors + 1)
      assert.equal((await current.errors()).length, errors)
    })
  }

  it('does not mix two versions of an object', async () => {
    const one = await server()
    const lines = (n: number) =>
      Array.from({ length: 4 * importBatchRecordsMax }, (_, i) => {
        return `{"Item":{"pk":{"S":"${i}"},"n":{"N":"${n}"},"x":{"S":"${'x'.repeat(100)}"}}}\n`
      }).join('')
    await one.put('1', lines(1))
    const started = await one.start()
    await one.step()
    await one.step()
    await one.put('1', lines(2))
    const other = new ImportingServer(one.engine, one.objects)
    const ended = await other.finish(started)
    assert.equal(ended['FailureCode'], 'ItemValidationError')
    assert.equal(ended['ErrorCount'], 1)
    const numbers = new Set((await other.items()).map(({ n }) => (n as { N: string }).N))
    assert.deepEqual([...numbers], ['1'])
  })
})

describe('ImportTable', () => {
  const refused = async (one: ImportingServer, input: Json): Promise<string> => {
    try {
      await one.start(input)
      return 'accepted'
    } catch (error) {
      if (error instanceof ServiceError) return `${error.type}: ${error.message}`
      throw error
    }
  }

  it('answers the first import to the same token, whatever else has changed', async () => {
    const one = await server()
    await one.put('1', line('a'))
    const first = await one.start()
    const again = await one.start({
      S3BucketSource: { S3Bucket: 'elsewhere' },
      InputFormat: 'CSV',
      InputCompressionType: 'GZIP',
    })
    assert.deepEqual(again, first)
    const TableCreationParameters = { ...parameters, TableName: 'another' }
    assert.equal(
      await refused(one, { TableCreationParameters }),
      'ImportConflictException: Import conflict: Duplicate request detected with conflicting parameters',
    )
    await one.finish(first)
    assert.equal(await refused(one, {}), 'ResourceInUseException: Table already exists: imported')
    await one.ask('DeleteTable', { TableName: 'imported' })
    one.clock.advance(60_000)
    assert.equal((await one.start())['ImportStatus'], 'COMPLETED')
    const { ImportSummaryList } = await one.ask('ListImports', {})
    assert.equal((ImportSummaryList as Json[]).length, 1)
  })

  it('begins fifty at once in an account and region', async () => {
    const one = await server()
    const named = (i: number): Json => ({
      ClientToken: `token-${i}`,
      TableCreationParameters: { ...parameters, TableName: `imported-${i}` },
    })
    for (let i = 0; i < importsAtOnceMax; i++) await one.start(named(i))
    assert.equal(
      await refused(one, named(importsAtOnceMax)),
      'LimitExceededException: Subscriber limit exceeded: Only 50 import operations can be done simultaneously',
    )
    // The bucket is missing, so some of them end.
    await one.step()
    assert.equal(await refused(one, named(importsAtOnceMax)), 'accepted')
  })

  it('logs ten thousand errors, and counts the others too', async () => {
    const one = await server()
    await one.put('1', '{"Item":{}}\n'.repeat(importErrorsLoggedMax + 1))
    const ended = await one.import()
    assert.equal(ended['ErrorCount'], importErrorsLoggedMax + 1)
    assert.equal((await one.errors()).length, importErrorsLoggedMax)
  })
})
