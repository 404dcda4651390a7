/** From the text of one statement to what the console understands of it. */
import { readCondition } from './statement-conditions.js'
import { NotUnderstood, StatementReader } from './statement-reader.js'
import type { ReadStatement, StatementCondition } from './statement-syntax.js'
import { attributesOf, readTerm, valueOf, type ParameterValues } from './statement-terms.js'
import { isMark, isWord, statementTokens } from './statement-tokens.js'

/** Undefined if it is not understood: incomplete, wrong, or something that only the server knows. */
export function readStatement(
  text: string,
  values: ParameterValues = [],
): ReadStatement | undefined {
  const reader = new StatementReader(text)
  try {
    const statement = readKind(reader, values)
    reader.acceptMark(';')
    if (reader.next !== undefined) return undefined
    return { ...statement, parameters: reader.parameters }
  } catch (error) {
    if (error instanceof NotUnderstood) return undefined
    throw error
  }
}

type Statement = Omit<ReadStatement, 'parameters'>

function readKind(reader: StatementReader, values: ParameterValues): Statement {
  if (reader.acceptWord('SELECT')) return readSelect(reader, values)
  if (reader.acceptWord('INSERT')) return readInsert(reader, values)
  if (reader.acceptWord('UPDATE')) return readUpdate(reader, values)
  if (reader.acceptWord('FROM')) return readUpdate(reader, values)
  if (reader.acceptWord('DELETE')) {
    reader.takeWord('FROM')
    return readDelete(reader, values)
  }
  if (reader.acceptWord('EXISTS')) return readExists(reader, values)
  throw new NotUnderstood('Not a statement.')
}

function readSelect(reader: StatementReader, values: ParameterValues): Statement {
  const projection = readProjection(reader, values)
  reader.takeWord('FROM')
  const source = readSource(reader)
  const where = readWhere(reader, values)
  const orderBy = readOrder(reader, values)
  return {
    kind: 'select',
    ...source,
    ...(projection !== undefined && { projection }),
    ...where,
    orderBy,
  }
}

function readProjection(
  reader: StatementReader,
  values: ParameterValues,
): readonly string[] | undefined {
  if (reader.acceptMark('*')) return undefined
  const names: string[] = []
  do names.push(...attributesOf(readTerm(reader, values)))
  while (reader.acceptMark(','))
  return names
}

function readSource(reader: StatementReader): { readonly table: string; readonly index?: string } {
  const table = reader.takeName()
  return reader.acceptMark('.') ? { table, index: reader.takeName() } : { table }
}

function readWhere(
  reader: StatementReader,
  values: ParameterValues,
): { readonly where?: StatementCondition } {
  return reader.acceptWord('WHERE') ? { where: readCondition(reader, values) } : {}
}

function readOrder(reader: StatementReader, values: ParameterValues): readonly string[] {
  if (!reader.acceptWord('ORDER')) return []
  reader.takeWord('BY')
  const names: string[] = []
  do {
    names.push(...attributesOf(readTerm(reader, values)))
    reader.acceptWord('ASC', 'DESC')
  } while (reader.acceptMark(','))
  return names
}

function readInsert(reader: StatementReader, values: ParameterValues): Statement {
  reader.takeWord('INTO')
  const source = readSource(reader)
  reader.takeWord('VALUE')
  const item = valueOf(readTerm(reader, values))
  return { kind: 'insert', ...source, orderBy: [], ...(item !== undefined && { item }) }
}

/** The condition may come before or after what is done. */
function readUpdate(reader: StatementReader, values: ParameterValues): Statement {
  const source = readSource(reader)
  const before = readWhere(reader, values)
  while (isWord(reader.next, 'SET', 'REMOVE')) {
    const isSet = reader.acceptWord('SET')
    if (!isSet) reader.takeWord('REMOVE')
    do {
      readTerm(reader, values)
      if (isSet) {
        reader.takeMark('=')
        readTerm(reader, values)
      }
    } while (reader.acceptMark(','))
  }
  const after = readWhere(reader, values)
  skipReturning(reader)
  return { kind: 'update', ...source, ...before, ...after, orderBy: [] }
}

function readDelete(reader: StatementReader, values: ParameterValues): Statement {
  const statement = { kind: 'delete', ...readSource(reader), orderBy: [] } as const
  const where = readWhere(reader, values)
  skipReturning(reader)
  return { ...statement, ...where }
}

function skipReturning(reader: StatementReader): void {
  if (!reader.acceptWord('RETURNING')) return
  reader.take()
  reader.take()
  reader.takeMark('*')
}

function readExists(reader: StatementReader, values: ParameterValues): Statement {
  reader.takeMark('(')
  reader.takeWord('SELECT')
  const select = readSelect(reader, values)
  reader.takeMark(')')
  return { ...select, kind: 'exists' }
}

/** How many parameters a text asks for, whether or not it is understood. */
export function parameterCount(text: string): number {
  return statementTokens(text).filter((token) => isMark(token, '?')).length
}
