"""boto3 against the server whose URL is the first argument: tables and single items, through its
resource and its client API.
"""

import sys
from decimal import Decimal

import boto3
from boto3.dynamodb.conditions import Attr
from boto3.dynamodb.types import Binary

from boto3_checks import WAIT, check, refused, run_checks

URL = sys.argv[1]
KEY = {"pk": "user#1", "sk": Decimal(7)}

resource = boto3.resource("dynamodb", endpoint_url=URL)
client = boto3.client("dynamodb", endpoint_url=URL)
table = resource.Table("Users")

@check
def create_table_and_wait():
    created = resource.create_table(
        TableName="Users",
        KeySchema=[
            {"AttributeName": "pk", "KeyType": "HASH"},
            {"AttributeName": "sk", "KeyType": "RANGE"},
        ],
        AttributeDefinitions=[
            {"AttributeName": "pk", "AttributeType": "S"},
            {"AttributeName": "sk", "AttributeType": "N"},
        ],
        ProvisionedThroughput={"ReadCapacityUnits": 5, "WriteCapacityUnits": 6},
    )
    client.get_waiter("table_exists").wait(TableName="Users", WaiterConfig=WAIT)
    created.reload()
    assert created.table_status == "ACTIVE", created.table_status
    assert created.provisioned_throughput["WriteCapacityUnits"] == 6
    assert created.item_count == 0


@check
def create_table_twice_is_refused():
    refused(
        "ResourceInUseException",
        "Table already exists: Users",
        client.create_table,
        TableName="Users",
        KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}],
        AttributeDefinitions=[{"AttributeName": "pk", "AttributeType": "S"}],
        BillingMode="PAY_PER_REQUEST",
    )


@check
def list_tables_by_paginator():
    pages = client.get_paginator("list_tables").paginate(PaginationConfig={"PageSize": 1})
    assert [name for page in pages for name in page["TableNames"]] == ["Users"]


ITEM = {
    **KEY,
    "digits": Decimal("12345678901234567890123456789012345678"),
    "tiny": Decimal("-1E-130"),
    "bytes": Binary(b"\x00\xff\x80"),
    "text": "Größe 漢字 \U0001f600 \u2028 \"quoted\"",
    "empty": "",
    "yes": True,
    "nothing": None,
    "names": {"a", "b"},
    "numbers": {Decimal("1"), Decimal("2.5")},
    "binaries": {Binary(b"x"), Binary(b"y")},
    "list": ["a", Decimal("1"), {"deep": [None, False]}],
    "map": {"version": Decimal("1"), "__proto__": {"toString": "mine"}},
}


@check
def resource_put_and_get_every_type():
    table.put_item(Item=ITEM)
    got = table.get_item(Key=KEY, ConsistentRead=True)["Item"]
    assert got == ITEM, got


@check
def resource_get_missing_item():
    assert "Item" not in table.get_item(Key={"pk": "nobody", "sk": Decimal(0)})


@check
def resource_put_conditionally():
    refused(
        "ConditionalCheckFailedException",
        "The conditional request failed",
        table.put_item,
        Item=ITEM,
        ConditionExpression=Attr("pk").not_exists(),
    )
    old = table.put_item(
        Item={**ITEM, "yes": False},
        ConditionExpression=Attr("yes").eq(True) & Attr("names").contains("a"),
        ReturnValues="ALL_OLD",
    )["Attributes"]
    assert old == ITEM, old


@check
def resource_update_conditionally():
    answer = table.update_item(
        Key=KEY,
        UpdateExpression=(
            "SET #map.version = #map.version + :one, #list = list_append(#list, :more) "
            "REMOVE tiny ADD #names :names DELETE numbers :gone"
        ),
        ConditionExpression=Attr("map.version").between(1, 2) & Attr("text").begins_with("Gr"),
        ExpressionAttributeNames={"#map": "map", "#list": "list", "#names": "names"},
        ExpressionAttributeValues={
            ":one": Decimal("1"),
            ":more": ["z"],
            ":names": {"c"},
            ":gone": {Decimal("2.5")},
        },
        ReturnValues="ALL_NEW",
    )["Attributes"]
    assert answer["map"]["version"] == Decimal("2"), answer
    assert answer["list"][-1] == "z", answer
    assert answer["names"] == {"a", "b", "c"}, answer
    assert answer["numbers"] == {Decimal("1")}, answer
    assert "tiny" not in answer, answer


@check
def resource_update_refused_by_condition():
    refused(
        "ConditionalCheckFailedException",
        "The conditional request failed",
        table.update_item,
        Key=KEY,
        UpdateExpression="SET yes = :yes",
        ConditionExpression=Attr("map.version").gt(5),
        ExpressionAttributeValues={":yes": True},
    )
    assert table.get_item(Key=KEY)["Item"]["yes"] is False


@check
def client_update_makes_an_item():
    answer = client.update_item(
        TableName="Users",
        Key={"pk": {"S": "counter"}, "sk": {"N": "0"}},
        UpdateExpression="ADD hits :one",
        ExpressionAttributeValues={":one": {"N": "1"}},
        ReturnValues="UPDATED_NEW",
        ReturnConsumedCapacity="TOTAL",
    )
    assert answer["Attributes"] == {"hits": {"N": "1"}}, answer
    assert answer["ConsumedCapacity"] == {"TableName": "Users", "CapacityUnits": 1.0}, answer


@check
def client_get_with_projection():
    answer = client.get_item(
        TableName="Users",
        Key={"pk": {"S": "user#1"}, "sk": {"N": "7.0"}},
        ProjectionExpression="#b, #l[2].deep[0]",
        ExpressionAttributeNames={"#b": "bytes", "#l": "list"},
    )
    expected = {"bytes": {"B": b"\x00\xff\x80"}, "list": {"L": [{"M": {"deep": {"L": [{"NULL": True}]}}}]}}
    assert answer["Item"] == expected, answer


@check
def client_exception_classes():
    try:
        client.delete_item(
            TableName="Users",
            Key={"pk": {"S": "counter"}, "sk": {"N": "0"}},
            ConditionExpression="hits > :n",
            ExpressionAttributeValues={":n": {"N": "1"}},
        )
    except client.exceptions.ConditionalCheckFailedException:
        return
    raise AssertionError("not refused")


@check
def validation_sentences():
    refused(
        "ValidationException",
        "One or more parameter values were invalid: Missing the key sk in the item",
        client.put_item,
        TableName="Users",
        Item={"pk": {"S": "a"}},
    )
    refused(
        "ValidationException",
        "The provided key element does not match the schema",
        client.get_item,
        TableName="Users",
        Key={"pk": {"S": "a"}},
    )
    refused(
        "ResourceNotFoundException",
        "Requested resource not found",
        client.get_item,
        TableName="Missing",
        Key={"pk": {"S": "a"}},
    )


@check
def resource_delete_returns_the_item():
    deleted = table.delete_item(
        Key=KEY, ConditionExpression=Attr("yes").eq(False), ReturnValues="ALL_OLD"
    )["Attributes"]
    assert deleted["text"] == ITEM["text"], deleted
    assert "Item" not in table.get_item(Key=KEY)
    assert "Attributes" not in table.delete_item(Key=KEY, ReturnValues="ALL_OLD")


@check
def regions_are_separate():
    other = boto3.client("dynamodb", endpoint_url=URL, region_name="ap-south-1")
    assert other.list_tables()["TableNames"] == []


@check
def delete_table_and_wait():
    table.delete()
    client.get_waiter("table_not_exists").wait(TableName="Users", WaiterConfig=WAIT)
    refused(
        "ResourceNotFoundException",
        "Requested resource not found: Table: Users not found",
        client.describe_table,
        TableName="Users",
    )


run_checks()
