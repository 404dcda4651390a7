"""boto3 against the server whose URL is the first argument: one table in three regions."""

import sys
import time

import boto3

from boto3_checks import WAIT, check, refused, run_checks

URL = sys.argv[1]
HOME, NEAR, FAR = "eu-central-1", "eu-west-1", "us-west-2"
NAME = "Worldwide"

clients = {region: boto3.client("dynamodb", endpoint_url=URL, region_name=region)
           for region in (HOME, NEAR, FAR)}
home, near, far = (clients[region] for region in (HOME, NEAR, FAR))


def until(condition, what):
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        found = condition()
        if found:
            return found
        time.sleep(0.1)
    raise AssertionError(f"waited in vain for {what}")


def replicas(client):
    table = client.describe_table(TableName=NAME)["Table"]
    return {each["RegionName"]: each["ReplicaStatus"] for each in table.get("Replicas", [])}


def settled(client):
    status = client.describe_table(TableName=NAME)["Table"]["TableStatus"]
    return status == "ACTIVE" and set(replicas(client).values()) <= {"ACTIVE"}


def add(region):
    home.update_table(TableName=NAME, ReplicaUpdates=[{"Create": {"RegionName": region}}])
    until(lambda: replicas(home).get(region) == "ACTIVE" and settled(home), f"a replica in {region}")
    clients[region].get_waiter("table_exists").wait(TableName=NAME, WaiterConfig=WAIT)


def item(client, name):
    answer = client.get_item(TableName=NAME, Key={"id": {"S": name}}, ConsistentRead=True)
    return answer.get("Item")


@check
def a_table_with_items_gets_replicas():
    home.create_table(
        TableName=NAME,
        KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
        AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}],
        BillingMode="PAY_PER_REQUEST",
    )
    home.get_waiter("table_exists").wait(TableName=NAME, WaiterConfig=WAIT)
    home.put_item(TableName=NAME, Item={"id": {"S": "early"}, "n": {"N": "1"}})
    add(NEAR)
    add(FAR)
    table = home.describe_table(TableName=NAME)["Table"]
    assert table["GlobalTableVersion"] == "2019.11.21", table
    assert replicas(home) == {NEAR: "ACTIVE", FAR: "ACTIVE"}
    assert replicas(far) == {HOME: "ACTIVE", NEAR: "ACTIVE"}
    for client in clients.values():
        assert item(client, "early") == {"id": {"S": "early"}, "n": {"N": "1"}}


@check
def a_write_anywhere_arrives_everywhere():
    for region, client in clients.items():
        client.put_item(TableName=NAME, Item={"id": {"S": region}, "from": {"S": region}})
    for client in clients.values():
        for region in clients:
            until(lambda: item(client, region), f"the item of {region}")


@check
def the_last_write_wins_as_a_whole():
    far.put_item(TableName=NAME, Item={"id": {"S": "early"}, "far": {"S": "yes"}})
    whole = {"id": {"S": "early"}, "far": {"S": "yes"}}
    until(lambda: all(item(c, "early") == whole for c in clients.values()), "the item of far")
    near.delete_item(TableName=NAME, Key={"id": {"S": "early"}})
    until(lambda: not any(item(c, "early") for c in clients.values()), "the deletion")


@check
def a_transaction_arrives_item_by_item():
    puts = [{"Put": {"TableName": NAME, "Item": {"id": {"S": f"t{n}"}}}} for n in range(10)]
    near.transact_write_items(TransactItems=puts)
    until(lambda: all(item(far, f"t{n}") for n in range(10)), "the items of a transaction")


@check
def the_own_region_is_no_replica():
    refused(
        "ValidationException",
        "Cannot add or delete the local region through ReplicaUpdates. "
        "Use CreateTable, DeleteTable, or UpdateTable as required.",
        home.update_table,
        TableName=NAME,
        ReplicaUpdates=[{"Create": {"RegionName": HOME}}],
    )


@check
def auto_scaling_of_replicas_is_described():
    described = home.describe_table_replica_auto_scaling(TableName=NAME)
    regions = [each["RegionName"] for each in described["TableAutoScalingDescription"]["Replicas"]]
    assert regions == sorted(clients), regions


@check
def removed_replicas_leave_a_regional_table():
    for region in (NEAR, FAR):
        home.update_table(TableName=NAME, ReplicaUpdates=[{"Delete": {"RegionName": region}}])
        until(lambda: region not in replicas(home) and settled(home), f"{region} to go")
        clients[region].get_waiter("table_not_exists").wait(TableName=NAME, WaiterConfig=WAIT)
    table = home.describe_table(TableName=NAME)["Table"]
    assert "Replicas" not in table and "GlobalTableVersion" not in table, table
    home.delete_table(TableName=NAME)
    home.get_waiter("table_not_exists").wait(TableName=NAME, WaiterConfig=WAIT)


@check
def global_tables_of_2017_are_not_supported():
    refused(
        "ValidationException",
        "One or more parameter values were invalid: DynamoDB global tables version 2017.11.29 is not "
        "supported. We recommend using DynamoDB global tables version 2019.11.21, instead of version "
        "2017.11.29 (Legacy).",
        home.create_global_table,
        GlobalTableName=NAME,
        ReplicationGroup=[{"RegionName": HOME}, {"RegionName": NEAR}],
    )
    assert home.list_global_tables()["GlobalTables"] == []


run_checks()
