/** What clients ask before they send items: the keys of tables, and attribute lists. */
import { keyAttributes } from '../../../model/key-schema.js'
import { CborTag } from '../../cbor/cbor-value.js'
import { success } from '../answers.js'
import { stringSetTag } from '../attribute-values.js'
import { malformed, requireList, requireName, requireText } from '../malformed.js'
import type { DaxMethod } from './method.js'

export const defineKeySchema: DaxMethod = {
  name: 'defineKeySchema',
  operation: 'DescribeTable',
  id: -742646399,
  arguments: 1,
  async run(call, [tableName]) {
    const { keySchema } = await call.table(requireName(tableName, 'a table name'))
    const writer = success()
    writer.value(new Map(keyAttributes(keySchema).map(({ name, type }) => [name, type])))
    return writer.written()
  },
}

export const defineAttributeListId: DaxMethod = {
  name: 'defineAttributeListId',
  operation: undefined,
  id: -1230579644,
  arguments: 1,
  async run({ lists }, [given]) {
    // Java's client sends the names as a string set.
    const plain = given instanceof CborTag && given.tag === stringSetTag ? given.value : given
    const list = requireList(plain, 'an attribute list')
    const names = list.map((name) => requireText(name, 'the name of an attribute'))
    const writer = success()
    writer.value(lists.idAtHand(names) ?? (await lists.define(names)))
    return writer.written()
  },
}

export const defineAttributeList: DaxMethod = {
  name: 'defineAttributeList',
  operation: undefined,
  id: 670678385,
  arguments: 1,
  async run({ lists }, [id]) {
    if (typeof id !== 'number') throw malformed('the id of an attribute list must be a number')
    const names = lists.namesAtHand(id) ?? (await lists.find(id))
    if (names === undefined) throw malformed(`there is no attribute list ${id}`)
    const writer = success()
    writer.value(names)
    return writer.written()
  },
}
