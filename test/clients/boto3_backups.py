"""boto3 against the server whose URL is the first argument: backups, and tables restored from them."""

import sys
import time

import boto3

from boto3_checks import WAIT, check, refused, run_checks

client = boto3.client("dynamodb", endpoint_url=sys.argv[1])
PATIENCE_SECONDS = 60
made = {}


@check
def a_backup_becomes_available():
    client.create_table(
        TableName="Ledger",
        AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}],
        KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
        BillingMode="PAY_PER_REQUEST",
    )
    client.get_waiter("table_exists").wait(TableName="Ledger", WaiterConfig=WAIT)
    client.put_item(TableName="Ledger", Item={"id": {"S": "a"}, "sum": {"N": "1"}})
    details = client.create_backup(TableName="Ledger", BackupName="ledger")["BackupDetails"]
    assert details["BackupStatus"] == "CREATING", details
    made["arn"] = details["BackupArn"]
    deadline = time.monotonic() + PATIENCE_SECONDS
    while described()["BackupDetails"]["BackupStatus"] != "AVAILABLE":
        assert time.monotonic() < deadline, "not within the time allowed"
        time.sleep(0.05)


def described():
    return client.describe_backup(BackupArn=made["arn"])["BackupDescription"]


@check
def backups_are_listed():
    client.put_item(TableName="Ledger", Item={"id": {"S": "b"}, "sum": {"N": "2"}})
    pages = client.get_paginator("list_backups").paginate(TableName="Ledger")
    arns = [backup["BackupArn"] for page in pages for backup in page["BackupSummaries"]]
    assert arns == [made["arn"]], arns
    assert described()["SourceTableDetails"]["TableName"] == "Ledger"


@check
def a_table_is_restored_from_a_backup():
    client.restore_table_from_backup(TargetTableName="Restored", BackupArn=made["arn"])
    client.get_waiter("table_exists").wait(TableName="Restored", WaiterConfig=WAIT)
    items = client.scan(TableName="Restored")["Items"]
    assert items == [{"id": {"S": "a"}, "sum": {"N": "1"}}], items


@check
def a_deleted_backup_is_gone():
    answer = client.delete_backup(BackupArn=made["arn"])["BackupDescription"]
    assert answer["BackupDetails"]["BackupStatus"] == "DELETED", answer
    refused(
        "BackupNotFoundException",
        f"Backup not found: {made['arn']}",
        client.describe_backup,
        BackupArn=made["arn"],
    )
    for name in ["Ledger", "Restored"]:
        client.delete_table(TableName=name)


run_checks()
