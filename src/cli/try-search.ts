/** What `gramme search` asks a server for, and how it prints that. */
import { text } from 'node:stream/consumers'
import type { InputOf } from '../api/services.js'
import type { JsonCall } from '../server/json-call.js'
import { textOf, textsOf } from './flags.js'
import { printRows } from './print-rows.js'
import type { ServedCall } from './served-actions.js'
import { UsageError } from './usage-error.js'

export async function trySearch({ call, flags, words }: ServedCall): Promise<void> {
  const [TableName, IndexName, numbers] = words
  if (TableName === undefined || IndexName === undefined || numbers === undefined) {
    throw new UsageError('gramme search needs a table, an index and numbers.')
  }
  const SearchVector = readNumbers(numbers === '-' ? await text(process.stdin) : numbers)
  const TopK = Number(textOf(flags, 'top') ?? '10')
  if (!Number.isInteger(TopK)) throw new UsageError('--top must be a whole number.')
  const condition = await conditionOf(call, TableName, textsOf(flags, 'where'))
  const input = { TableName, IndexName, SearchVector, TopK, ...condition }
  const { SearchResults = [] } = await call('dynamodb.SearchVectors', input)
  if (SearchResults.length === 0) return void process.stdout.write('Nothing was found.\n')
  const rows = SearchResults.map(({ Score, Item }) => [String(Score), JSON.stringify(Item)])
  printRows([['SCORE', 'ITEM'], ...rows])
}

type SearchInput = InputOf<'dynamodb.SearchVectors'>

function readNumbers(given: string): SearchInput['SearchVector'] {
  const numbers = given.split(/[\s,[\]]+/).filter((each) => each !== '')
  const wrong = numbers.find((each) => !Number.isFinite(Number(each)))
  if (wrong !== undefined) throw new UsageError(`'${wrong}' is no number.`)
  return numbers.map((N) => ({ N }))
}

/** Attributes have the types of the table's definitions. */
async function conditionOf(
  call: JsonCall,
  TableName: string,
  wanted: readonly string[],
): Promise<Partial<SearchInput>> {
  if (wanted.length === 0) return {}
  const { Table } = await call('dynamodb.DescribeTable', { TableName })
  const types = new Map(
    Table?.AttributeDefinitions?.map((each) => [each.AttributeName, each.AttributeType]),
  )
  const pairs = wanted.map((each) => {
    const [, name, value] = /^([^=]+)=(.*)$/s.exec(each) ?? []
    if (name === undefined || value === undefined) {
      throw new UsageError('--where must be like colour=red.')
    }
    return { name, value: { [types.get(name) ?? 'S']: value } }
  })
  return {
    SearchConditionExpression: pairs.map((_, i) => `#a${i} = :v${i}`).join(' AND '),
    ExpressionAttributeNames: Object.fromEntries(pairs.map(({ name }, i) => [`#a${i}`, name])),
    ExpressionAttributeValues: Object.fromEntries(pairs.map(({ value }, i) => [`:v${i}`, value])),
  }
}
