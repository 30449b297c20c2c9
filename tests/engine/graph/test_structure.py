from engine.graph.structure import CLIQUE, structure_edges
from engine.models.graph import EdgeKind
from tests.api_builders import api_tool, shop


def pairs(tools, kind):
    return {(e.source, e.target) for e in structure_edges(tools) if e.kind is kind}


def test_the_reader_of_a_record_is_the_parent_of_what_stands_below_it():
    assert pairs(shop().tools, EdgeKind.PARENT_PATH) == {("getOrder", "listOrderRefunds")}


def test_a_path_that_ends_in_a_word_is_no_child_of_one_that_ends_in_a_parameter():
    tools = [
        api_tool("getPetById", "GET /pet/{petId}"),
        api_tool("findPets", "GET /pet/findByStatus"),
        api_tool("loginUser", "GET /user/login"),
        api_tool("getUserByName", "GET /user/{username}"),
    ]
    assert pairs(tools, EdgeKind.PARENT_PATH) == set()


def test_the_creator_comes_before_what_works_on_one_record():
    assert pairs(shop().tools, EdgeKind.LIFE_CYCLE) == {
        ("createOrder", "getOrder"),
        ("createOrder", "deleteOrder"),
    }


def test_verbs_in_paths_do_not_hide_the_collection():
    tools = [
        api_tool("BoxCreate", "POST /boxes/create"),
        api_tool("BoxOpen", "POST /boxes/{id}/open"),
        api_tool("BoxInspect", "GET /boxes/{id}/json"),
    ]
    assert pairs(tools, EdgeKind.LIFE_CYCLE) == {
        ("BoxCreate", "BoxOpen"),
        ("BoxCreate", "BoxInspect"),
    }


def test_life_cycles_of_functions_follow_from_their_resource():
    tools = [api_tool("create_note"), api_tool("delete_note"), api_tool("delete_tag")]
    assert pairs(tools, EdgeKind.LIFE_CYCLE) == {("create_note", "delete_note")}


def test_same_resource_stands_once_for_two_tools():
    tools = [api_tool("b_get", "GET /orders/{id}"), api_tool("a_get", "GET /orders")]
    assert pairs(tools, EdgeKind.SAME_RESOURCE) == {("a_get", "b_get")}


def test_many_tools_of_one_resource_are_joined_to_the_one_that_lists_them():
    tools = [api_tool(f"getOrder{i:02}", f"GET /orders/{{id}}/{i}") for i in range(CLIQUE + 5)]
    tools.append(api_tool("listOrders", "GET /orders"))
    joined = pairs(tools, EdgeKind.SAME_RESOURCE)
    assert len(joined) == CLIQUE + 5
    assert all("listOrders" in pair for pair in joined)
