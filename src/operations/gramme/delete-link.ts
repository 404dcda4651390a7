/** DeleteLink: forgets where a region is, unless a table of this deployment still belongs together with one there. */
import { onAnything } from '../access.js'
import { operation } from '../operation.js'
import { linkInUse, linkNotFound } from './errors.js'

export const deleteLink = operation('gramme.DeleteLink', {
  read: ({ Region }) => ({ region: Region }),

  access: () => [onAnything('gramme:DeleteLink')],

  async run({ links, caller: { account } }, { region }) {
    const [user] = await links.usersOf({ account, region })
    if (user !== undefined) throw linkInUse(region, user)
    if (!(await links.delete({ account, region }))) throw linkNotFound(region)
    return { output: {} }
  },
})
