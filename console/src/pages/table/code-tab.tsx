import { tableCodes } from '../../code/table-code.js'
import { CodeTabs } from '../../design/code-block.js'
import { Panel } from '../../design/panel.js'
import { useTableSettings } from '../../frame/table-questions.js'
import { useWorkspace } from '../../frame/workspace.js'
import type { TableTabProps } from './table-tab.js'

export function CodeTab({ table, description }: TableTabProps) {
  const { endpoint, region } = useWorkspace()
  const settings = useTableSettings(table)
  if (settings === undefined) return null
  const forms = [
    { name: 'DescribeTable', text: JSON.stringify(description, null, 2) },
    ...tableCodes(settings, { endpoint, region }).map(({ label, text }) => ({ name: label, text })),
  ]
  return (
    <Panel title="The table as code">
      <CodeTabs label={`${table} as code`} forms={forms} />
    </Panel>
  )
}
