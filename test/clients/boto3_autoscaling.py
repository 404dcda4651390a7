"""boto3 against the server whose URL is the first argument: Application Auto Scaling."""

import sys
import time

import boto3

from boto3_checks import WAIT, check, refused, run_checks

URL = sys.argv[1]

client = boto3.client("dynamodb", endpoint_url=URL)
scaling = boto3.client("application-autoscaling", endpoint_url=URL)

NAME = "Scaled"
TARGET = {
    "ServiceNamespace": "dynamodb",
    "ResourceId": f"table/{NAME}",
    "ScalableDimension": "dynamodb:table:WriteCapacityUnits",
}


@check
def a_target_moves_units_inside_its_bounds():
    client.create_table(
        TableName=NAME,
        KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
        AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}],
        ProvisionedThroughput={"ReadCapacityUnits": 1, "WriteCapacityUnits": 1},
    )
    client.get_waiter("table_exists").wait(TableName=NAME, WaiterConfig=WAIT)
    answer = scaling.register_scalable_target(**TARGET, MinCapacity=2, MaxCapacity=10)
    assert ":scalable-target/" in answer["ScalableTargetARN"], answer
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        activities = scaling.describe_scaling_activities(ServiceNamespace="dynamodb")
        done = [a for a in activities["ScalingActivities"] if a["StatusCode"] == "Successful"]
        if done:
            break
        time.sleep(0.1)
    assert done[0]["Cause"] == "minimum capacity was set to 2", done
    table = client.describe_table(TableName=NAME)["Table"]
    assert table["ProvisionedThroughput"]["WriteCapacityUnits"] == 2, table


@check
def a_policy_has_alarms():
    put = scaling.put_scaling_policy(
        **TARGET,
        PolicyName="track",
        PolicyType="TargetTrackingScaling",
        TargetTrackingScalingPolicyConfiguration={
            "TargetValue": 50.0,
            "PredefinedMetricSpecification": {
                "PredefinedMetricType": "DynamoDBWriteCapacityUtilization"
            },
        },
    )
    assert len(put["Alarms"]) == 4, put
    pages = scaling.get_paginator("describe_scaling_policies").paginate(
        ServiceNamespace="dynamodb"
    )
    policies = [policy for page in pages for policy in page["ScalingPolicies"]]
    found = [p for p in policies if p["ResourceId"] == TARGET["ResourceId"]]
    assert found[0]["PolicyARN"] == put["PolicyARN"], found


@check
def a_second_deregistration_is_refused():
    scaling.deregister_scalable_target(**TARGET)
    refused(
        "ObjectNotFoundException",
        "No scalable target found for service namespace: dynamodb, "
        f"resource ID: table/{NAME}, scalable dimension: {TARGET['ScalableDimension']}",
        scaling.deregister_scalable_target,
        **TARGET,
    )
    client.delete_table(TableName=NAME)
    client.get_waiter("table_not_exists").wait(TableName=NAME, WaiterConfig=WAIT)


run_checks()
