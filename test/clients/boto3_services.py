"""boto3 against the server whose URL is the first argument: services other than DynamoDB at
the same address.
"""

import sys

import boto3

from boto3_checks import WAIT, check, refused, run_checks

URL = sys.argv[1]

client = boto3.client("dynamodb", endpoint_url=URL)
sts = boto3.client("sts", endpoint_url=URL)
tagging = boto3.client("resourcegroupstaggingapi", endpoint_url=URL)

NAMES = ["Tagged1", "Tagged2", "Tagged3"]
FILTER = [{"Key": "project", "Values": ["boto3"]}]


@check
def the_caller_is_the_root_of_its_account():
    identity = sts.get_caller_identity()
    account = identity["Account"]
    assert len(account) == 12, account
    assert identity["Arn"] == f"arn:aws:iam::{account}:root", identity
    assert identity["UserId"] == account, identity


@check
def an_action_that_is_not_built_is_invalid():
    refused(
        "InvalidAction",
        "Could not find operation DecodeAuthorizationMessage for version 2011-06-15",
        sts.decode_authorization_message,
        EncodedMessage="x",
    )


@check
def tables_are_found_by_tag_page_by_page():
    for name in NAMES:
        client.create_table(
            TableName=name,
            AttributeDefinitions=[{"AttributeName": "pk", "AttributeType": "S"}],
            KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}],
            BillingMode="PAY_PER_REQUEST",
            Tags=[{"Key": "project", "Value": "boto3"}, {"Key": "name", "Value": name}],
        )
        client.get_waiter("table_exists").wait(TableName=name, WaiterConfig=WAIT)
    pages = tagging.get_paginator("get_resources").paginate(
        TagFilters=FILTER, ResourceTypeFilters=["dynamodb:table"], ResourcesPerPage=2
    )
    found = [list(page["ResourceTagMappingList"]) for page in pages]
    assert [len(page) for page in found] == [2, 1], found
    arns = [mapping["ResourceARN"] for page in found for mapping in page]
    assert [arn.split("/")[-1] for arn in arns] == NAMES, arns
    assert {"Key": "name", "Value": "Tagged1"} in found[0][0]["Tags"], found[0][0]


@check
def a_page_of_too_many_resources_is_refused():
    refused(
        "InvalidParameterException",
        "ResourcesPerPage must be between 1 and 100",
        tagging.get_resources,
        ResourcesPerPage=1000,
    )


@check
def tables_are_deleted():
    for name in NAMES:
        client.delete_table(TableName=name)
        client.get_waiter("table_not_exists").wait(TableName=name, WaiterConfig=WAIT)


run_checks()
