/** Computes an expression. */
import { combined, mapped, nameOf } from './arithmetic.js'
import { MathFault } from './math-fault.js'
import { mathWords, requireFunction } from './math-functions.js'
import type { CallNode, MathNode } from './math-node.js'
import type { MathScope } from './math-scope.js'
import { arrayValue, numberValue, type MathSeries, type MathValue } from '../math-series.js'

export async function evaluateMath(node: MathNode, scope: MathScope): Promise<MathValue> {
  switch (node.kind) {
    case 'number':
      return numberValue(node.value)
    case 'text':
      return node
    case 'name':
      return mathWords.has(node.name) ? { kind: 'text', text: node.name } : scope.resolve(node.name)
    case 'list':
      return arrayValue((await listed(node.elements, scope)).flatMap(seriesIn))
    case 'negation': {
      const operand = await evaluateMath(node.operand, scope)
      await scope.step(sizeOf(operand))
      return mapped(operand, (value) => -value)
    }
    case 'binary': {
      const left = await evaluateMath(node.left, scope)
      const right = await evaluateMath(node.right, scope)
      await scope.step(sizeOf(left) + sizeOf(right))
      return combined(node.operator, left, right)
    }
    case 'call':
      return called(node, scope)
  }
}

async function called(node: CallNode, scope: MathScope): Promise<MathValue> {
  if (node.name === 'SEARCH') return arrayValue(await scope.found(node))
  if (node.name === 'METRICS') return arrayValue(await scope.metrics(metricsPart(node)))
  const { compute } = requireFunction(node.name, node.operands.length)
  const operands = await listed(node.operands, scope)
  await scope.step(operands.reduce((sum, operand) => sum + sizeOf(operand), 0))
  return compute(operands, scope)
}

async function listed(nodes: readonly MathNode[], scope: MathScope): Promise<readonly MathValue[]> {
  const values: MathValue[] = []
  for (const node of nodes) values.push(await evaluateMath(node, scope))
  return values
}

function metricsPart({ operands }: CallNode): string {
  const [part] = operands
  if (operands.length === 0) return ''
  if (operands.length === 1 && part?.kind === 'text') return part.text
  throw new MathFault('METRICS takes at most one text')
}

function seriesIn(value: MathValue): readonly MathSeries[] {
  if (value.kind === 'series') return [value.series]
  if (value.kind === 'array') return value.list
  throw new MathFault(`An array consists of time series, but there is ${nameOf(value)}`)
}

/** How many points it has, and some work even if it has none. */
function sizeOf(value: MathValue): number {
  if (value.kind === 'series') return value.series.values.length + 1
  if (value.kind !== 'array') return 1
  return value.list.reduce((sum, { values }) => sum + values.length, 1)
}
