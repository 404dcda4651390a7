import { PageHeader } from '../../design/page-header.js'
import { CodeTabs } from '../../design/code-block.js'
import { Panel } from '../../design/panel.js'
import { ElsewhereNotice } from '../../frame/elsewhere-notice.js'
import { Page } from '../../frame/page.js'
import { useTableNames } from '../../frame/queries.js'
import { useWorkspace } from '../../frame/workspace.js'
import { connectSnippets } from './connect-snippets.js'
import './first-run-page.css'
import { SamplesPanel } from './samples-panel.js'
import { StartPanel } from './start-panel.js'

/** What one sees before there are tables, and where sample data comes from later. */
export function FirstRunPage() {
  const { region, account, endpoint, auth } = useWorkspace()
  const { data: names } = useTableNames()
  const isEmpty = names?.length === 0
  return (
    <Page title="Start">
      <PageHeader
        title={isEmpty ? 'No tables here yet' : 'Start'}
        facts={
          <>
            This is region <strong>{region}</strong> of account <strong>{account}</strong>. Another
            region or another account has other tables.
          </>
        }
      />
      <ElsewhereNotice />
      <div className="first-run">
        <div className="first-run-do">
          <SamplesPanel names={names ?? []} />
          <StartPanel />
        </div>
        <Panel title="Connect a program">
          <p className="first-run-note">
            {auth === 'open'
              ? 'Any access key works: authorization is off. A key of twelve digits names an account.'
              : 'The server checks access: use a key of one of its users.'}
          </p>
          <CodeTabs label="Connect" forms={connectSnippets({ endpoint, region, auth })} />
        </Panel>
      </div>
    </Page>
  )
}
