"""boto3 against the server whose URL is the first argument: the management of DAX."""

import sys
import time

import boto3

from boto3_checks import check, refused, run_checks

URL = sys.argv[1]

dax = boto3.client("dax", endpoint_url=URL)

NAME = "botofast"
GROUP = "boto-short"
CLUSTER = {
    "ClusterName": NAME,
    "NodeType": "dax.r5.large",
    "ReplicationFactor": 1,
    "IamRoleArn": "arn:aws:iam::000000000000:role/dax",
}


def wait_until(status):
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        clusters = dax.describe_clusters()["Clusters"]
        if [cluster["Status"] for cluster in clusters] == status:
            return clusters
        time.sleep(0.1)
    raise AssertionError(clusters)


@check
def groups_are_paged():
    dax.create_parameter_group(ParameterGroupName=GROUP)
    times = [{"ParameterName": "query-ttl-millis", "ParameterValue": "0"}]
    dax.update_parameter_group(ParameterGroupName=GROUP, ParameterNameValues=times)
    pages = dax.get_paginator("describe_parameters").paginate(ParameterGroupName=GROUP)
    values = {p["ParameterName"]: p["ParameterValue"] for page in pages for p in page["Parameters"]}
    assert values == {"query-ttl-millis": "0", "record-ttl-millis": "300000"}, values


@check
def a_cluster_becomes_available():
    dax.create_cluster(**CLUSTER, ParameterGroupName=GROUP, Tags=[{"Key": "a", "Value": "b"}])
    (cluster,) = wait_until(["available"])
    assert cluster["ActiveNodes"] == 1, cluster
    assert cluster["Nodes"][0]["NodeCreateTime"].year > 2000, cluster
    tags = dax.list_tags(ResourceName=cluster["ClusterArn"])["Tags"]
    assert tags == [{"Key": "a", "Value": "b"}], tags


@check
def faults_are_typed():
    try:
        dax.create_cluster(**CLUSTER)
    except dax.exceptions.ClusterAlreadyExistsFault:
        pass
    else:
        raise AssertionError("not refused")
    try:
        dax.create_cluster(**{**CLUSTER, "ClusterName": "other"})
    except dax.exceptions.ClusterQuotaForCustomerExceededFault:
        pass
    else:
        raise AssertionError("not refused")
    missing = {"ClusterNames": ["nothing"]}
    refused("ClusterNotFoundFault", "Cluster nothing not found.", dax.describe_clusters, **missing)


@check
def a_cluster_is_deleted():
    dax.delete_cluster(ClusterName=NAME)
    wait_until([])
    dax.delete_parameter_group(ParameterGroupName=GROUP)


run_checks()
