/** What a statement touches, in terms of policies. */
import type { Condition } from '../../../expressions/condition.js'
import { pinnedValues } from '../../../partiql/pinned-values.js'
import type { Select, Statement } from '../../../partiql/statement.js'
import { unreachable } from '../../../stdx/assert.js'
import { onItems, type Access, type ItemAccess, type ValuesOf } from '../../access.js'
import type { RequestContext } from '../../operation.js'
import { mentionedAttributes, namedItems } from '../items/item-access.js'

export function statementAccess(ctx: RequestContext, statement: Statement): Access {
  switch (statement.kind) {
    case 'select':
      return onItems(ctx, 'dynamodb:PartiQLSelect', selected(statement))
    case 'exists':
      return onItems(ctx, 'dynamodb:PartiQLSelect', selected(statement.select))
    case 'insert':
      return onItems(
        ctx,
        'dynamodb:PartiQLInsert',
        namedItems(statement.source.table, [statement.item]),
      )
    case 'update': {
      const { source, actions, where: condition } = statement
      const attributes = mentionedAttributes({ update: { actions }, condition })
      const items = { table: source.table, attributes, valuesOf: pinnedBy(condition) }
      return onItems(ctx, 'dynamodb:PartiQLUpdate', items)
    }
    case 'delete': {
      const { source, where: condition } = statement
      const attributes = mentionedAttributes({ condition })
      const items = { table: source.table, attributes, valuesOf: pinnedBy(condition) }
      return onItems(ctx, 'dynamodb:PartiQLDelete', items)
    }
    default:
      return unreachable(statement)
  }
}

function selected({ source, projection, where: condition, orderBy }: Select): ItemAccess {
  const names = orderBy.map(({ attribute }) => attribute)
  const paths = (projection ?? []).map(({ path }) => path)
  const attributes = mentionedAttributes({ names, condition, projection: { paths } })
  const { table, index: indexName } = source
  return { table, indexName, attributes, valuesOf: pinnedBy(condition) }
}

function pinnedBy(where: Condition | undefined): ValuesOf {
  return (attribute) => pinnedValues(where, attribute)
}
