"""boto3 against the server whose URL is the first argument: services other than DynamoDB at
the same address.
"""

import json
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
def the_caller_is_known():
    identity = sts.get_caller_identity()
    account = identity["Account"]
    assert len(account) == 12, account
    assert identity["Arn"] == f"arn:aws:iam::{account}:user/administrator", identity
    assert identity["UserId"].startswith("AIDA"), identity


@check
def an_action_that_is_not_built_is_invalid():
    refused(
        "InvalidAction",
        "Could not find operation DecodeAuthorizationMessage for version 2011-06-15",
        sts.decode_authorization_message,
        EncodedMessage="x",
    )


@check
def a_role_is_assumed():
    iam = boto3.client("iam", endpoint_url=URL)
    actions = ["sts:AssumeRole", "sts:TagSession"]
    trust = {"Effect": "Allow", "Principal": {"AWS": "000000000000"}, "Action": actions}
    document = json.dumps({"Version": "2012-10-17", "Statement": trust})
    role = iam.create_role(RoleName="boto3", AssumeRolePolicyDocument=document)["Role"]
    policy = {"Effect": "Allow", "Action": "dynamodb:*", "Resource": "*"}
    assumed = sts.assume_role(
        RoleArn=role["Arn"],
        RoleSessionName="boto3",
        DurationSeconds=900,
        Policy=json.dumps({"Version": "2012-10-17", "Statement": policy}),
        Tags=[{"Key": "team", "Value": "red"}],
    )
    assert assumed["AssumedRoleUser"]["Arn"].endswith(":assumed-role/boto3/boto3"), assumed
    assert assumed["AssumedRoleUser"]["AssumedRoleId"] == role["RoleId"] + ":boto3", assumed
    assert 0 < assumed["PackedPolicySize"] <= 100, assumed
    credentials = assumed["Credentials"]
    session = boto3.client(
        "sts",
        endpoint_url=URL,
        aws_access_key_id=credentials["AccessKeyId"],
        aws_secret_access_key=credentials["SecretAccessKey"],
        aws_session_token=credentials["SessionToken"],
    )
    assert session.get_caller_identity()["Account"] == "000000000000"
    missing = role["Arn"] + "s"
    caller = "arn:aws:iam::000000000000:user/administrator"
    try:
        sts.assume_role(RoleArn=missing, RoleSessionName="boto3")
        raise AssertionError("not refused")
    except sts.exceptions.ClientError as error:
        assert error.response["Error"]["Code"] == "AccessDenied", error
        sentence = f"User: {caller} is not authorized to perform: sts:AssumeRole on resource: {missing}"
        assert error.response["Error"]["Message"] == sentence, error
    iam.delete_role(RoleName="boto3")


@check
def a_session_is_got():
    credentials = sts.get_session_token(DurationSeconds=900)["Credentials"]
    assert len(credentials["SecretAccessKey"]) == 40, len(credentials["SecretAccessKey"])
    token = sts.get_federation_token(Name="guest", DurationSeconds=900)
    assert token["FederatedUser"]["FederatedUserId"] == "000000000000:guest", token


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
