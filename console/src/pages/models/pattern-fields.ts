/** What a pattern can know: variables of the entity's templates first, then attributes. */
import { knownAttributes } from '../../modelling/attribute-types.js'
import type { ModelTable } from '../../modelling/data-model.js'
import { parseTemplate, variablesOf } from '../../modelling/key-template.js'

export function patternFields(
  table: ModelTable,
  entityName: string | undefined,
): readonly string[] {
  const entity = table.entities.find(({ name }) => name === entityName)
  const variables = Object.values(entity?.templates ?? {}).flatMap((source) =>
    variablesOf(parseTemplate(source)),
  )
  return [...new Set([...variables, ...knownAttributes(table)])]
}
