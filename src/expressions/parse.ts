/**
 * From the text of an expression to its syntax tree. Trees hold nothing of a request, so they are
 * cached by text, and the least recently used are dropped when the texts get too long in total.
 * Texts with faults are not cached.
 */
import { expressionBytesMax } from '../model/limits.js'
import { parsedExpressionCharactersMax } from './limits.js'
import { checkConditionSyntax, checkPaths, checkUpdateSyntax } from './check-syntax.js'
import { ParseCache } from './parse-cache.js'
import { parseCondition } from './parse-condition.js'
import { parseList, parsePath } from './parse-operand.js'
import { parseUpdate } from './parse-update.js'
import { expressionFault, sentences, type ExpressionName } from './sentences.js'
import type { ConditionSyntax, ProjectionSyntax, UpdateSyntax } from './syntax.js'
import { TokenReader } from './token-reader.js'

const conditions = new ParseCache<ConditionSyntax>(parsedExpressionCharactersMax)
const updates = new ParseCache<UpdateSyntax>(parsedExpressionCharactersMax)
const projections = new ParseCache<ProjectionSyntax>(parsedExpressionCharactersMax)

/** One cache for conditions and filters: they differ only in how their faults are introduced. */
export function conditionSyntax(expression: ExpressionName, text: string): ConditionSyntax {
  return conditions.get(text, () => {
    const reader = openReader(expression, text)
    const condition = parseCondition(reader)
    reader.take('end')
    checkConditionSyntax(reader)
    return condition
  })
}

export function updateSyntax(text: string): UpdateSyntax {
  return updates.get(text, () => {
    const reader = openReader('UpdateExpression', text)
    const { actions, sections } = parseUpdate(reader)
    checkUpdateSyntax(reader, sections)
    return { actions, names: reader.namePlaceholders }
  })
}

export function projectionSyntax(text: string): ProjectionSyntax {
  return projections.get(text, () => {
    const reader = openReader('ProjectionExpression', text)
    const paths = parseList(reader, parsePath)
    reader.take('end')
    checkPaths(reader)
    return { paths }
  })
}

/** The size is checked before anything looks at the text. */
function openReader(expression: ExpressionName, text: string): TokenReader {
  if (text.trim() === '') throw expressionFault(expression, sentences.empty)
  const bytes = Buffer.byteLength(text)
  if (bytes > expressionBytesMax) throw tooLong(expression, bytes)
  return new TokenReader(expression, text)
}

// AWS: only the messages for conditions and filters include the size.
function tooLong(expression: ExpressionName, bytes: number) {
  const sized = expression === 'ConditionExpression' || expression === 'FilterExpression'
  return expressionFault(expression, sized ? sentences.tooLongBySize(bytes) : sentences.tooLong)
}
