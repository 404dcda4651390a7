/** What a statement touches, in terms of policies. */
import type { Condition } from '../../../expressions/condition.js'
import { pinnedValues } from '../../../partiql/pinned-values.js'
import type {
  Delete,
  Insert,
  Returning,
  Select,
  Statement,
  UpdateStatement,
} from '../../../partiql/statement.js'
import { unreachable } from '../../../stdx/assert.js'
import { onItems, type Access, type ItemAccess, type ValuesOf } from '../../access.js'
import type { RequestContext } from '../../operation.js'
import {
  mentionedAttributes,
  namedItems,
  selectOf,
  shownBy,
  type Mentions,
  type ReturnInput,
} from '../items/item-access.js'

/** How the statement is sent. */
export interface StatementSending extends Pick<ReturnInput, 'ReturnValuesOnConditionCheckFailure'> {
  readonly enclosingOperation?: string
}

export function statementAccess(
  ctx: RequestContext,
  statement: Statement,
  sending: StatementSending = {},
): Access {
  switch (statement.kind) {
    case 'select':
      return onItems(ctx, 'dynamodb:PartiQLSelect', selected(statement, sending))
    case 'exists':
      return onItems(ctx, 'dynamodb:PartiQLSelect', selected(statement.select, sending))
    case 'insert':
      return onItems(ctx, 'dynamodb:PartiQLInsert', inserted(statement, sending))
    case 'update': {
      const { actions, where: condition } = statement
      const items = written(statement, { update: { actions }, condition }, sending)
      return onItems(ctx, 'dynamodb:PartiQLUpdate', items)
    }
    case 'delete': {
      const items = written(statement, { condition: statement.where }, sending)
      return onItems(ctx, 'dynamodb:PartiQLDelete', items)
    }
    default:
      return unreachable(statement)
  }
}

function selected(
  { source, projection, where: condition, orderBy }: Select,
  { enclosingOperation }: StatementSending,
): ItemAccess {
  const { table, index: indexName } = source
  return {
    table,
    indexName,
    attributes: () => {
      const names = orderBy.map(({ attribute }) => attribute)
      const paths = (projection ?? []).map(({ path }) => path)
      return mentionedAttributes({ names, condition, projection: { paths } })
    },
    valuesOf: pinnedBy(condition),
    select: selectOf(indexName, projection !== undefined),
    enclosingOperation,
  }
}

function inserted({ source, item }: Insert, { enclosingOperation }: StatementSending): ItemAccess {
  return namedItems(source.table, [item], { enclosingOperation })
}

function written(
  { source, where, returning }: UpdateStatement | Delete,
  mentions: Mentions,
  { enclosingOperation, ReturnValuesOnConditionCheckFailure }: StatementSending,
): ItemAccess {
  const ReturnValues = returning === undefined ? 'NONE' : returnedBy(returning)
  return {
    table: source.table,
    attributes: () => mentionedAttributes(mentions),
    valuesOf: pinnedBy(where),
    returnValues: shownBy({ ReturnValues, ReturnValuesOnConditionCheckFailure }),
    enclosingOperation,
  }
}

function returnedBy({ extent, image }: Returning) {
  const isOld = image === 'old'
  if (extent === 'all') return isOld ? 'ALL_OLD' : 'ALL_NEW'
  return isOld ? 'UPDATED_OLD' : 'UPDATED_NEW'
}

function pinnedBy(where: Condition | undefined): ValuesOf {
  return (attribute) => pinnedValues(where, attribute)
}
